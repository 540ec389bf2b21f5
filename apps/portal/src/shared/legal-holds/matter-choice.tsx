import { calls, maxMatterTitleCharacters } from '@holdfast/contract'
import { type OptionsFilter, Select } from '@mantine/core'
import { useRef, useState } from 'react'
import { callApi } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { isChangedBy } from '../forms/changed-queries.ts'
import { useText } from '../i18n/text.ts'
import { useList } from '../list/use-list.ts'
import { useCan } from '../session/profile.ts'
import { emptyMatter, isCompleteMatter, MatterInputs, type NewMatter } from './matter-inputs.tsx'

/** A matter that is open already, by its reference, or one that has yet to be opened. */
export type ChosenMatter = string | NewMatter | null

export const isComplete = (matter: ChosenMatter): matter is string | NewMatter =>
  matter !== null && (typeof matter === 'string' || isCompleteMatter(matter))

/** Opens the matter if it is a new one. @returns its reference */
export const openedMatter = async (matter: string | NewMatter): Promise<string> => {
  if (typeof matter === 'string') return matter
  const matter_reference = matter.reference.trim()
  await callApi(calls.putMatter, {
    params: { matter_reference },
    body: {
      version: 0,
      title: matter.title.trim(),
      reason: matter.reason.trim(),
      review_on: matter.review_on || null,
      is_closed: false,
    },
    isQuiet: true,
  })
  void queryClient.invalidateQueries({ predicate: isChangedBy(calls.putMatter, [calls.listMatters]) })
  return matter_reference
}

/** For several batches: the first opens a new matter, the others take it, and after a failure the next one tries again. */
export const openedOnce = (matter: string | NewMatter): (() => Promise<string>) => {
  let opened: Promise<string> | null = null
  return () => {
    opened ??= openedMatter(matter).catch((error) => {
      opened = null
      throw error
    })
    return opened
  }
}

/** The same for a form whose request failed and is sent again: a new matter is opened once. */
export const useOpenedMatter = () => {
  const opened = useRef<{ of: ChosenMatter; open: () => Promise<string> } | null>(null)
  return (matter: string | NewMatter): Promise<string> => {
    if (opened.current?.of !== matter) opened.current = { of: matter, open: openedOnce(matter) }
    return opened.current.open()
  }
}

const open = { is_open: true }
/** No matter has this reference: references have no space around them. */
const newOne = ' '

/** Finds matters by the typed text, which can also be the title of a new one. */
const withNewOne: OptionsFilter = ({ options, search }) => {
  const letters = search.trim().toLowerCase()
  return options.filter(
    (option) => 'value' in option && (option.value === newOne || option.label.toLowerCase().includes(letters)),
  )
}

interface MatterChoiceProps {
  matter: ChosenMatter
  onChange: (matter: ChosenMatter) => void
  /** It is for recordings, which only the people of a matter put into it. */
  isForRecordings?: boolean
}

/** Chooses the matter of a hold or of recordings, or asks what a new one needs. */
export const MatterChoice = ({ matter, onChange, isForRecordings = false }: MatterChoiceProps) => {
  const t = useText()
  const can = useCan()
  const { rows } = useList({ call: calls.listMatters, filter: open, portalReads: 'all_pages' })
  const offered = isForRecordings ? rows.filter(({ may }) => may.includes('add')) : rows
  const known = offered.map(({ matter_reference, title }) => ({
    value: matter_reference,
    label: matter_reference === title ? title : `${matter_reference} · ${title}`,
  }))
  const isNew = matter !== null && typeof matter !== 'string'
  const [typed, setTyped] = useState('')
  const isLabel = [t('matters.new_one'), ...known.map(({ label }) => label)].includes(typed)
  const title = isLabel ? '' : typed.trim().slice(0, maxMatterTitleCharacters)
  const newWords = title === '' ? t('matters.new_one') : t('matters.new_named', { title })
  return (
    <>
      <Select
        label={t('holds.matter')}
        description={isForRecordings ? undefined : t('holds.matter_hint')}
        placeholder={t('holds.choose_matter')}
        withAsterisk
        searchable
        data={[...known, ...(can('matters:write') ? [{ value: newOne, label: t('matters.new_one') }] : [])]}
        value={isNew ? newOne : matter}
        filter={withNewOne}
        onSearchChange={setTyped}
        renderOption={({ option }) => (option.value === newOne ? newWords : option.label)}
        onChange={(value) => onChange(value === newOne ? { ...emptyMatter, title } : value)}
      />
      {isNew && <MatterInputs matter={matter} onChange={onChange} />}
    </>
  )
}

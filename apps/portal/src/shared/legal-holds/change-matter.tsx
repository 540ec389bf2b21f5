import {
  calls,
  type Matter,
  maxMatterMembers,
  maxMatterReasonCharacters,
  maxMatterTitleCharacters,
  putMatter,
} from '@holdfast/contract'
import { Button, Input, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { callApi } from '../api/client.ts'
import { DateField } from '../forms/date-field.tsx'
import { DialogForm } from '../forms/dialog-form.tsx'
import { type FieldsOf, rulesOf } from '../forms/field.ts'
import { RecordEditor } from '../forms/record-editor.tsx'
import { useEdit } from '../forms/use-edit.ts'
import { useSave } from '../forms/use-save.ts'
import { useColleagues } from '../found/use-colleagues.ts'
import { text, useText } from '../i18n/text.ts'
import { valuesOf as listOf } from '../list/filter-fields.ts'
import { FoundInput } from '../list/found-input.tsx'
import { linkNotice } from '../notices/link-notice.tsx'
import { addressOfMatter } from './matter-address.ts'
import { emptyMatter, isCompleteMatter, MatterInputs } from './matter-inputs.tsx'
import { ReleaseMatter } from './release-matter.tsx'

const { properties } = putMatter.body

/** How many active holds a matter has. */
export const holdsOf = ({ holds }: Matter): number =>
  holds === null ? 0 : holds.portal_users + holds.device_users + holds.groups + holds.payloads

/** Opens a matter to change it or to release its holds. */
export const ChangeMatter = ({ matter, size = 'compact-xs' }: { matter: Matter; size?: 'compact-xs' | 'sm' }) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  const { title } = matter
  return (
    <>
      <Button
        size={size}
        variant="default"
        aria-haspopup="dialog"
        aria-label={t('matters.change_which', { matter: title })}
        onClick={open}
      >
        {t('matters.change')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('matters.change_which', { matter: title })}
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <Stack align="stretch">
          <MatterForm matter={matter} onSaved={close} />
          <ReleaseMatter matter={matter} count={holdsOf(matter)} />
        </Stack>
      </Modal>
    </>
  )
}

interface Values {
  title: string
  reason: string
  review_on: string
  /** '' while there is none. */
  owner: string
  members: readonly string[]
}

const valuesOf = ({ title, reason, review_on, owner, members }: Matter): Values => ({
  title,
  reason: reason ?? '',
  review_on: review_on ?? '',
  owner: owner ?? '',
  members,
})

const person = { kind: 'found', finds: 'portal_user' } as const

const fieldsOf: FieldsOf<Values> = ({ members }) => [
  {
    name: 'title',
    label: 'matters.title',
    isRequired: true,
    schema: properties.title,
    input: (props) => <TextInput {...props} maxLength={maxMatterTitleCharacters} />,
  },
  {
    name: 'reason',
    label: 'field.reason',
    isRequired: true,
    schema: properties.reason,
    input: (props) => <Textarea {...props} maxLength={maxMatterReasonCharacters} />,
  },
  {
    name: 'review_on',
    label: 'matters.review_on',
    hint: 'matters.review_hint',
    input: (props) => <DateField {...props} />,
  },
  {
    name: 'owner',
    label: 'matters.owner',
    input: ({ error }, form) => (
      <PeopleInput
        field={{ ...person, name: 'owner', label: 'matters.owner' }}
        people={form.values.owner === '' ? [] : [form.values.owner]}
        onChange={(people) => form.setFieldValue('owner', people.at(-1) ?? '')}
        most={1}
      >
        {error && <Input.Error>{error}</Input.Error>}
      </PeopleInput>
    ),
  },
  {
    name: 'members',
    label: 'matters.members',
    text: members.join(', '),
    input: (_, form) => (
      <PeopleInput
        field={{ ...person, name: 'members', label: 'matters.members' }}
        people={form.values.members}
        onChange={(people) => form.setFieldValue('members', people)}
        most={maxMatterMembers}
      >
        <MembersHint />
      </PeopleInput>
    ),
  },
]

interface PeopleInputProps {
  field: Parameters<typeof FoundInput>[0]['field']
  people: readonly string[]
  onChange: (people: readonly string[]) => void
  most: number
  children: ReactNode
}

/** Chooses people of the account, of whom those that were chosen before are named. */
const PeopleInput = ({ field, people, onChange, most, children }: PeopleInputProps) => {
  const nameOf = useColleagues(people)
  return (
    <div>
      <FoundInput
        field={field}
        filter={{ [field.name]: [...people] }}
        onChange={(filter) => onChange(listOf(filter, field.name))}
        most={most}
        also={people.map((value) => ({ value, label: nameOf(value) }))}
      />
      {children}
    </div>
  )
}

const MembersHint = () => <Input.Description mt={4}>{useText()('matters.members_hint')}</Input.Description>

const MatterForm = ({ matter, onSaved }: { matter: Matter; onSaved: () => void }) => {
  const { matter_reference } = matter
  const edit = useEdit({
    item: matter,
    call: calls.putMatter,
    changes: [calls.listMatters, calls.listLegalHolds],
    valuesOf: (saved: Matter | null) => valuesOf(saved ?? matter),
    validate: rulesOf(fieldsOf),
    inputOf: ({ review_on, owner, members, ...values }, version) => ({
      params: { matter_reference },
      body: {
        version,
        ...values,
        is_closed: matter.is_closed ?? false,
        review_on: review_on || null,
        members: [...members],
        ...(owner !== '' && { owner }),
      },
    }),
    readLatest: async (_, signal) => {
      const query = { filter: { matter_references: [matter_reference] } }
      const page = await callApi(calls.listMatters, { query, signal })
      const [latest] = 'items' in page ? page.items : []
      if (!latest) throw new Error(`${matter_reference} is gone`)
      return latest
    },
    onSaved: (saved) => {
      onSaved()
      return saved
    },
  })
  return <RecordEditor edit={edit} fieldsOf={fieldsOf} isReadOnly={false} />
}

/** Opens a new matter. */
export const NewMatterButton = () => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={open}>
        {t('matters.new')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('matters.new')}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <NewMatterForm onDone={close} />
      </Modal>
    </>
  )
}

const NewMatterForm = ({ onDone }: { onDone: () => void }) => {
  const t = useText()
  const router = useRouter()
  const [matter, setMatter] = useState(emptyMatter)
  const { save, isSaving, refusal } = useSave({
    call: calls.putMatter,
    changes: [calls.listMatters],
    onSaved: ({ title, matter_reference }) => {
      linkNotice({ title: text('matters.was_opened'), link: title, to: addressOfMatter(matter_reference), router })
      onDone()
    },
  })
  const { reference, title, reason, review_on } = matter
  const open = () =>
    save({
      params: { matter_reference: reference.trim() },
      body: {
        version: 0,
        title: title.trim(),
        reason: reason.trim(),
        review_on: review_on || null,
        is_closed: false,
      },
    })
  return (
    <DialogForm
      label={t('matters.open_it')}
      isComplete={isCompleteMatter(matter)}
      isSaving={isSaving}
      refusal={refusal}
      onSubmit={open}
      onCancel={onDone}
    >
      <MatterInputs matter={matter} onChange={setMatter} />
    </DialogForm>
  )
}

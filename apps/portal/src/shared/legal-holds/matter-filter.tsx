import { calls } from '@holdfast/contract'
import { MultiSelect } from '@mantine/core'
import { useText } from '../i18n/text.ts'
import { type FieldInputProps, valuesOf, withValues } from '../list/filter-fields.ts'
import { useList } from '../list/use-list.ts'
import { titleOfMatter } from './use-matter.ts'

const all = {}

/** Chooses matters by title or reference. */
export const MatterFilter = ({ field, filter, onChange }: FieldInputProps) => {
  const t = useText()
  const { rows } = useList({ call: calls.listMatters, filter: all, portalReads: 'all_pages' })
  const values = [...valuesOf(filter, field.name)]
  const listed = new Map(rows.map(({ matter_reference, title }) => [matter_reference, title]))
  const labelOf = (reference: string) => {
    const title = listed.get(reference) ?? titleOfMatter(reference) ?? reference
    return title === reference ? title : `${title} · ${reference}`
  }
  return (
    <MultiSelect
      label={t(field.label)}
      placeholder={values.length === 0 ? t('list.choose_placeholder') : ''}
      searchable
      hidePickedOptions
      openOnFocus={false}
      nothingFoundMessage={t('list.none_found')}
      value={values}
      onChange={(chosen) => onChange(withValues(filter, field.name, chosen, field))}
      data={[...new Set([...listed.keys(), ...values])].map((value) => ({ value, label: labelOf(value) }))}
    />
  )
}

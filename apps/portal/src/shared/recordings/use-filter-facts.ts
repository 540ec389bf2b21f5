import { type PayloadQueueFilter, type PayloadType, payloadTypes } from '@holdfast/contract'
import { useIntl } from 'react-intl'
import { useText } from '../i18n/text.ts'
import { useActiveFilters } from '../list/use-active-filters.ts'
import { usePeriodText } from '../list/use-period-text.ts'
import { useProfile } from '../session/profile.ts'
import { shownTypes } from '../session/profile-of-portal.ts'
import { searchOfFilter } from './list-of-filter.ts'
import { recordingDates, recordingFields } from './recording-fields.ts'

interface FilterFact {
  label: string
  value: string
}

const types: readonly PayloadType[] = payloadTypes.filter((type) => type !== 'Diagnostics')

/** A filter of recordings in words, as their list names its filters. */
export const useFilterFacts = (filter: PayloadQueueFilter): FilterFact[] => {
  const t = useText()
  const intl = useIntl()
  const { profile } = useProfile()
  const { filter: shown = {}, sort } = searchOfFilter(filter)
  // The address of the list names every state where the filter names none.
  const hasStates = filter.payload_states !== undefined || filter.is_deleted === true
  const fields = recordingFields(types, profile).filter(
    ({ name }) => name !== 'payload_types' && (hasStates || name !== 'payload_states'),
  )
  const active = useActiveFilters(fields, shown)
  const periodText = usePeriodText()
  const wanted = filter.payload_types ?? []
  const all = profile ? shownTypes(types, profile) : types
  const isAll = wanted.length === 0 || all.every((type) => wanted.includes(type))
  const date = recordingDates.find(({ name }) => `-${name}` === sort) ?? recordingDates[0]
  const hasPeriod = shown.date_from !== undefined || shown.date_to !== undefined
  return [
    {
      label: t('payload.kind'),
      value: isAll ? t('page.all') : intl.formatList(wanted.map((type) => t(`kind.${type}`))),
    },
    ...(hasPeriod && date ? [{ label: t(date.label), value: periodText(shown) }] : []),
    ...active.map(({ field, values }) => ({
      label: t(field.label),
      value: intl.formatList(
        values.map(({ label }) => label),
        { type: 'disjunction' },
      ),
    })),
  ]
}

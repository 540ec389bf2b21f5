import type { ReviewQueueDetail } from '@holdfast/contract'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { useActiveFilters } from '../../../shared/list/use-active-filters.ts'
import { usePeriodText } from '../../../shared/list/use-period-text.ts'
import { listOfFilter, searchOfFilter } from '../../../shared/recordings/list-of-filter.ts'
import { useProfile } from '../../../shared/session/profile.ts'
import { type Fact, Facts } from '../../../shared/ui/facts.tsx'
import { LinkButton } from '../../../shared/ui/link-button.tsx'
import { listedKinds } from '../kinds.ts'
import { payloadSource } from '../list/payload-list.tsx'

/** The filter of a queue in words, as the list of recordings names its filters. */
const useFilterFacts = ({ filter }: ReviewQueueDetail): Fact[] => {
  const t = useText()
  const intl = useIntl()
  const { profile } = useProfile()
  const { filter: shown = {}, sort } = searchOfFilter(filter)
  const source = payloadSource('all', profile, { isSearching: false, filter: shown })
  // The address of the list names every state where the filter names none.
  const hasStates = filter.payload_states !== undefined || filter.is_deleted === true
  const fields = source.fields.filter(
    ({ name }) => name !== 'payload_types' && (hasStates || name !== 'payload_states'),
  )
  const active = useActiveFilters(fields, shown)
  const periodText = usePeriodText()
  const types = filter.payload_types ?? []
  const isAll = types.length === 0 || listedKinds.all.types.every((type) => types.includes(type))
  const date = source.dates?.find(({ name }) => `-${name}` === sort) ?? source.dates?.[0]
  const hasPeriod = shown.date_from !== undefined || shown.date_to !== undefined
  return [
    {
      label: t('payload.kind'),
      value: isAll ? t('page.all') : intl.formatList(types.map((type) => t(`kind.${type}`))),
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

/** The recordings that a queue is drawn from, and the sample of them. */
export const QueueSource = ({ queue }: { queue: ReviewQueueDetail }) => {
  const t = useText()
  const intl = useIntl()
  const { profile } = useProfile()
  const { filter, sample } = queue
  const filterFacts = useFilterFacts(queue)
  const list = profile && listOfFilter(filter, profile)
  const size =
    sample?.percent === undefined
      ? sample?.number
      : intl.formatNumber(sample.percent / 100, { style: 'percent', maximumFractionDigits: 2 })
  return (
    <Facts
      title={t('reviews.drawn_from')}
      facts={[
        ...filterFacts,
        { label: t('reviews.sample_size'), value: sample ? size : t('reviews.all') },
        { label: t('reviews.stratify'), value: sample?.stratify_by && t(`reviews.by_${sample.stratify_by}`) },
        { label: t('reviews.seed'), value: sample?.seed, copy: sample?.seed ?? null },
      ]}
      action={
        list && (
          <LinkButton size="compact-xs" variant="subtle" to={list.to} search={list.search}>
            {t('reviews.show_source')}
          </LinkButton>
        )
      }
    />
  )
}

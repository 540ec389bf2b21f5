import type { ReviewQueueDetail } from '@holdfast/contract'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { listOfFilter } from '../../../shared/recordings/list-of-filter.ts'
import { useFilterFacts } from '../../../shared/recordings/use-filter-facts.ts'
import { useProfile } from '../../../shared/session/profile.ts'
import { Facts } from '../../../shared/ui/facts.tsx'
import { LinkButton } from '../../../shared/ui/link-button.tsx'

/** The recordings that a queue is drawn from, and the sample of them. */
export const QueueSource = ({ queue }: { queue: ReviewQueueDetail }) => {
  const t = useText()
  const intl = useIntl()
  const { profile } = useProfile()
  const { filter, sample } = queue
  const filterFacts = useFilterFacts(filter)
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

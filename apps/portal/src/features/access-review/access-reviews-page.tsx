import { type AccessReview, calls } from '@holdfast/contract'
import { IconChecklist } from '@tabler/icons-react'
import { useText } from '../../shared/i18n/text.ts'
import type { Column } from '../../shared/list/column.ts'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { dayBefore } from '../../shared/list/period.ts'
import { useCan } from '../../shared/session/profile.ts'
import { Day } from '../../shared/ui/day.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { Owner, ReviewState } from './review-words.tsx'

const Progress = ({ review: { rows, certified, revoked } }: { review: AccessReview }) =>
  useText()('access_reviews.progress_of', { decided: certified + revoked, rows })

const columns: readonly Column<AccessReview>[] = [
  {
    id: 'group_reference',
    title: 'access_reviews.group',
    width: 'minmax(8rem, 1.4fr)',
    priority: 1,
    cell: ({ group_reference }) => group_reference,
  },
  {
    id: 'owner',
    title: 'access_reviews.owner',
    width: 'minmax(8rem, 1.2fr)',
    priority: 2,
    cell: (review) => <Owner review={review} />,
  },
  {
    id: 'drawn_at',
    title: 'access_reviews.drawn_at',
    width: 'minmax(8rem, 0.8fr)',
    priority: 3,
    cell: ({ drawn_at }) => <Moment time={drawn_at} />,
  },
  {
    id: 'due_on',
    title: 'access_reviews.due_on',
    width: 'minmax(6rem, 0.7fr)',
    priority: 2,
    cell: ({ due_on }) => <Day day={due_on} />,
  },
  {
    id: 'rows',
    title: 'access_reviews.progress',
    width: 'minmax(6rem, 0.7fr)',
    priority: 1,
    cell: (review) => <Progress review={review} />,
  },
  {
    id: 'finished_at',
    title: 'access_reviews.state',
    width: '8rem',
    priority: 1,
    cell: (review) => <ReviewState review={review} />,
  },
]

const fields: readonly FilterField[] = [
  { kind: 'flag', name: 'is_own', label: 'access_reviews.is_own' },
  { kind: 'flag', name: 'is_finished', label: 'access_reviews.is_finished' },
  { kind: 'flag', name: 'is_still_held', label: 'access_reviews.is_still_held' },
  {
    kind: 'choice',
    name: 'due',
    label: 'access_reviews.due_on',
    options: [{ value: 'overdue', label: 'access_reviews.overdue_only' }],
    inCall: (_choice, now) => ({ due_to: dayBefore(now, 1) }),
  },
]

const source = { call: calls.listAccessReviews, fields }

export const prefetch = prefetchList(() => source)

/** The reviews of who has access: those that the person owns, and with `roles:read` those of the groups that they see. */
export default function AccessReviewsPage() {
  const t = useText()
  const can = useCan()
  return (
    <ListPage
      title="page.access_reviews"
      {...source}
      columns={columns}
      keyOf={({ review_reference }) => review_reference}
      linkOf={({ review_reference }) => `/dashboard/access/reviews/${review_reference}`}
      live={{ kind: 'access_review' }}
      empty={
        can('roles:read')
          ? { icon: IconChecklist, title: 'access_reviews.empty', body: 'access_reviews.empty_body' }
          : { icon: IconChecklist, title: 'access_reviews.none_own', body: 'access_reviews.none_own_body' }
      }
      mainAction={
        can('roles:read') && (
          <LinkButton variant="default" to="/dashboard/access/reviews/schedules" search={{}}>
            {t('access_reviews.schedules')}
          </LinkButton>
        )
      }
    />
  )
}

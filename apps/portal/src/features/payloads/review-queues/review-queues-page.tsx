import { calls, type ReviewQueue } from '@holdfast/contract'
import { IconListCheck } from '@tabler/icons-react'
import { Colleague, Colleagues } from '../../../shared/found/colleague.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import type { Column } from '../../../shared/list/column.ts'
import type { FilterField } from '../../../shared/list/filter-fields.ts'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { prefetchList } from '../../../shared/list/list-queries.ts'
import { dayBefore } from '../../../shared/list/period.ts'
import { usePageWidth } from '../../../shared/list/use-page-width.ts'
import { SendBySchedule } from '../../../shared/scheduled-reports/send-by-schedule.tsx'
import { Badge } from '../../../shared/ui/badge.tsx'
import { LinkButton } from '../../../shared/ui/link-button.tsx'
import { DueOn } from '../reviews/item-columns.tsx'
import { dueField } from './due-field.ts'
import { QueueProgress } from './queue-progress.tsx'

const columns: readonly Column<ReviewQueue>[] = [
  {
    id: 'name',
    title: 'reviews.queue',
    width: 'minmax(9rem, 1.5fr)',
    priority: 1,
    wraps: true,
    cell: ({ name }) => <bdi>{name}</bdi>,
  },
  {
    id: 'progress',
    title: 'reviews.progress',
    width: 'minmax(9rem, 1.5fr)',
    priority: 1,
    cell: (queue) => <QueueProgress queue={queue} />,
  },
  {
    id: 'reviewers',
    title: 'reviews.reviewers',
    width: 'minmax(8rem, 1.2fr)',
    priority: 3,
    wraps: true,
    cell: ({ reviewers }) => <Colleagues of={reviewers} />,
  },
  {
    id: 'due_on',
    title: 'reviews.due_on',
    width: 'minmax(10.5rem, 0.8fr)',
    priority: 1,
    cell: (queue) => <Due queue={queue} />,
  },
  {
    id: 'created_by',
    title: 'reviews.created_by',
    width: 'minmax(8rem, 1fr)',
    priority: 3,
    cell: (row) => <Colleague author={row.created_by} />,
  },
]

/** On a phone, only an overdue queue says so. */
const Due = ({ queue }: { queue: ReviewQueue }) => {
  const t = useText()
  const { due_on, is_closed, waiting, escalated, second_review } = queue
  const isOpen = !is_closed && waiting + escalated + second_review > 0
  const isOverdue = isOpen && due_on !== null && due_on < dayBefore(new Date(), 0)
  const isNarrow = usePageWidth() === 'narrow'
  if (isOverdue) {
    return (
      <Badge tone="bad">
        {t('reviews.overdue')} {!isNarrow && <DueOn day={due_on} />}
      </Badge>
    )
  }
  return isNarrow ? null : <DueOn day={due_on} />
}

const fields: readonly FilterField[] = [
  { kind: 'text', name: 'search', label: 'reviews.queue' },
  dueField,
  { kind: 'flag', name: 'is_unfinished', label: 'reviews.unfinished' },
  { kind: 'flag', name: 'is_closed', label: 'reviews.closed' },
]

const source = { call: calls.listReviewQueues, fields }

export const prefetch = prefetchList(() => source)

/** Review queues with their progress. */
export default function ReviewQueuesPage() {
  const t = useText()
  return (
    <ListPage
      title="page.review_queues"
      {...source}
      columns={columns}
      keyOf={({ queue_reference }) => queue_reference}
      linkOf={({ queue_reference }) => `/dashboard/reviews/queues/${queue_reference}`}
      empty={{ icon: IconListCheck, title: 'reviews.no_queues', body: 'reviews.no_queues_body' }}
      live={{ kind: 'review_queue' }}
      mainAction={
        <>
          <SendBySchedule source={{ kind: 'reviews' }} name={t('page.review_queues')} />
          <LinkButton to="/dashboard/reviews/queues/create">{t('reviews.new_queue')}</LinkButton>
        </>
      }
    />
  )
}

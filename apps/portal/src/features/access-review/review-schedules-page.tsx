import { type AccessReviewSchedule, calls } from '@holdfast/contract'
import { IconChecklist } from '@tabler/icons-react'
import { Colleague } from '../../shared/found/colleague.tsx'
import type { Column } from '../../shared/list/column.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { useCan } from '../../shared/session/profile.ts'
import { Day } from '../../shared/ui/day.tsx'
import { ScheduleActions, SetUpReview } from './schedule-actions.tsx'

const columns: readonly Column<AccessReviewSchedule>[] = [
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
    cell: ({ owner }) => <Colleague author={owner} />,
  },
  {
    id: 'interval_days',
    title: 'access_reviews.interval_days',
    width: '8rem',
    priority: 3,
    isNumeric: true,
    cell: ({ interval_days }) => interval_days,
  },
  {
    id: 'next_on',
    title: 'access_reviews.next_on',
    width: 'minmax(7rem, 0.8fr)',
    priority: 1,
    cell: ({ next_on }) => <Day day={next_on} />,
  },
]

const withActions: readonly Column<AccessReviewSchedule>[] = [
  ...columns,
  {
    id: 'actions',
    title: 'access_reviews.change',
    width: '11rem',
    priority: 1,
    isTwoLines: true,
    cell: (schedule) => <ScheduleActions schedule={schedule} />,
  },
]

const source = { call: calls.listAccessReviewSchedules, fields: [] }

export const prefetch = prefetchList(() => source)

/** The groups whose access is reviewed at intervals, and by whom. */
export default function ReviewSchedulesPage() {
  const can = useCan()
  const mayChange = can('account:write')
  return (
    <ListPage
      title="page.access_review_schedules"
      {...source}
      columns={mayChange ? withActions : columns}
      keyOf={({ group_reference }) => group_reference}
      empty={{ icon: IconChecklist, title: 'access_reviews.no_schedules', body: 'access_reviews.no_schedules_body' }}
      mainAction={mayChange && <SetUpReview />}
    />
  )
}

import { calls, type ReviewItem, reviewItemStates } from '@holdfast/contract'
import { IconListCheck } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useLoaded } from '../../../shared/forms/use-loaded.ts'
import type { FilterField } from '../../../shared/list/filter-fields.ts'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { rowsOfCall } from '../../../shared/list/list-reader.ts'
import { SendBySchedule } from '../../../shared/scheduled-reports/send-by-schedule.tsx'
import { useNamedScreen } from '../../../shared/screens/screen-name.ts'
import { reviewAddressOf } from '../kinds.ts'
import { assignedTo, disposition, kind, passedOn, state, when, who } from '../reviews/item-columns.tsx'
import { QueuePanel } from './queue-panel.tsx'

const fields: readonly FilterField[] = [
  {
    kind: 'choices',
    name: 'states',
    label: 'payload.state',
    options: reviewItemStates.map((value) => ({ value, label: `reviews.state_${value}` as const })),
  },
  { kind: 'texts', name: 'assigned_to', label: 'reviews.assigned_to' },
]

const keyOf = ({ payload_reference }: ReviewItem): string => payload_reference

const addressOf = ({ payload_type, payload_reference }: ReviewItem): string =>
  reviewAddressOf(payload_type, payload_reference)

export const rows = [rowsOfCall(calls.listReviewItems, keyOf, addressOf)]

/** One queue: who is how far, and its recordings. */
export default function ReviewQueuePage() {
  const { queue_reference = '' } = useParams({ strict: false })
  const params = useMemo(() => ({ queue_reference }), [queue_reference])
  const { data: queue } = useLoaded(calls.getReviewQueue, params)
  useNamedScreen(queue?.name)
  return (
    <ListPage
      title="page.review_queue"
      heading={queue?.name}
      call={calls.listReviewItems}
      params={params}
      fields={fields}
      columns={[when, assignedTo, who, kind, state, disposition, passedOn]}
      keyOf={keyOf}
      linkOf={addressOf}
      empty={{ icon: IconListCheck, title: 'reviews.no_items', body: 'reviews.no_items_body' }}
      isChangedBy={({ kind, reference }) => kind === 'review_queue' && reference === queue_reference}
      mainAction={
        queue &&
        !queue.is_closed && <SendBySchedule source={{ kind: 'review_queue', queue_reference }} name={queue.name} />
      }
      lead={<QueuePanel queueReference={queue_reference} />}
    />
  )
}

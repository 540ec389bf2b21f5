import type { ReviewItem, ReviewItemState } from '@holdfast/contract'
import { Colleague } from '../../../shared/found/colleague.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import type { Column } from '../../../shared/list/column.ts'
import { DeviceUserText } from '../../../shared/recordings/who-text.tsx'
import { Badge, type Tone } from '../../../shared/ui/badge.tsx'
import { Day } from '../../../shared/ui/day.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'

const tones: Record<ReviewItemState, Tone> = {
  waiting: 'neutral',
  escalated: 'warn',
  second_review: 'info',
  reviewed: 'good',
  withdrawn: 'neutral',
}

const KindText = ({ item }: { item: ReviewItem }) => useText()(`kind.${item.payload_type}`)

const StateBadge = ({ state }: { state: ReviewItemState }) => (
  <Badge tone={tones[state]}>{useText()(`reviews.state_${state}`)}</Badge>
)

const Nobody = () => <Badge tone="warn">{useText()('reviews.nobody')}</Badge>

/** A day without a time, which is the same in every time zone. */
export const DueOn = ({ day }: { day: string | null }) => (day === null ? '–' : <Day day={day} />)

export const when: Column<ReviewItem> = {
  id: 'payload_time',
  title: 'payload.when',
  width: 'minmax(9.75rem, 1fr)',
  priority: 1,
  cell: ({ payload_time }) => <Moment time={payload_time} isShortToday />,
}
export const who: Column<ReviewItem> = {
  id: 'device_user_reference',
  title: 'payload.who',
  width: 'minmax(8rem, 1.1fr)',
  priority: 1,
  cell: ({ device_user_reference: user }) => (user === null ? '–' : <DeviceUserText reference={user} />),
}
export const kind: Column<ReviewItem> = {
  id: 'payload_type',
  title: 'payload.kind',
  width: 'minmax(7rem, 0.7fr)',
  priority: 2,
  cell: (item) => <KindText item={item} />,
}
export const queue: Column<ReviewItem> = {
  id: 'queue_name',
  title: 'reviews.queue',
  width: 'minmax(8rem, 1.2fr)',
  priority: 2,
  cell: ({ queue_name }) => <bdi>{queue_name}</bdi>,
}
export const dueOn: Column<ReviewItem> = {
  id: 'due_on',
  title: 'reviews.due_on',
  width: 'minmax(9rem, 0.8fr)',
  priority: 3,
  cell: ({ due_on }) => <DueOn day={due_on} />,
}
export const state: Column<ReviewItem> = {
  id: 'state',
  title: 'payload.state',
  width: 'minmax(7.5rem, 0.8fr)',
  priority: 1,
  cell: (item) => <StateBadge state={item.state} />,
}
export const passedOn: Column<ReviewItem> = {
  id: 'passed_on_note',
  title: 'reviews.passed_on',
  width: 'minmax(8rem, 1.3fr)',
  priority: 3,
  cell: ({ passed_on_by, passed_on_note }) =>
    passed_on_by ? (
      <span>
        <Colleague author={passed_on_by} />
        {': '}
        <bdi>{passed_on_note}</bdi>
      </span>
    ) : (
      '–'
    ),
}
export const assignedTo: Column<ReviewItem> = {
  id: 'assigned_to',
  title: 'reviews.assigned_to',
  width: 'minmax(8rem, 1fr)',
  priority: 1,
  cell: ({ assigned_to }) => (assigned_to === null ? <Nobody /> : <Colleague author={assigned_to} />),
}
export const disposition: Column<ReviewItem> = {
  id: 'disposition',
  title: 'payload.disposition',
  width: 'minmax(8rem, 1fr)',
  priority: 2,
  cell: (item) => (item.disposition === null ? '–' : <bdi>{item.disposition}</bdi>),
}

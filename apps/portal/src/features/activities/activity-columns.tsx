import type { DeviceActivity, UserActivity } from '@holdfast/contract'
import { EntryBrief } from '../../shared/activities/entry-brief.tsx'
import { OutcomeBadge } from '../../shared/activities/outcome.tsx'
import type { Column } from '../../shared/list/column.ts'
import { Moment } from '../../shared/ui/moment.tsx'
import { DeviceCell, DidCell, DurationCell, PersonCell } from './activity-cells.tsx'

const common = [
  {
    id: 'action',
    title: 'activities.did',
    width: 'minmax(10rem, 5fr)',
    priority: 1,
    isTwoLines: true,
    wraps: true,
    cell: (activity: UserActivity | DeviceActivity) => <DidCell activity={activity} />,
  },
  {
    id: 'brief',
    title: 'activities.brief',
    width: 'minmax(8rem, 4fr)',
    priority: 2,
    wraps: true,
    cell: (activity: UserActivity | DeviceActivity) => <EntryBrief entry={activity} />,
  },
  {
    id: 'is_allowed',
    title: 'activities.outcome',
    width: '7.5rem',
    priority: 1,
    cell: (activity: UserActivity | DeviceActivity) => <OutcomeBadge activity={activity} />,
  },
  {
    id: 'group',
    title: 'activities.group',
    width: 'minmax(6rem, 1fr)',
    priority: 3,
    isOptional: true,
    cell: ({ group }: UserActivity | DeviceActivity) => group ?? '–',
  },
  {
    id: 'duration',
    title: 'activities.took',
    width: '5rem',
    priority: 3,
    isNumeric: true,
    isOptional: true,
    cell: (activity: UserActivity | DeviceActivity) => <DurationCell activity={activity} />,
  },
] as const satisfies readonly Column<UserActivity | DeviceActivity>[]

const time = {
  id: 'activity_time',
  title: 'activities.time',
  width: '11rem',
  priority: 1,
  cell: ({ activity_time }: UserActivity | DeviceActivity) => <Moment time={activity_time} withSeconds />,
} as const satisfies Column<UserActivity | DeviceActivity>

export const userColumns: readonly Column<UserActivity>[] = [
  time,
  {
    id: 'user_id',
    title: 'activities.who',
    width: 'minmax(8.75rem, 1.5fr)',
    priority: 1,
    cell: (activity) => <PersonCell activity={activity} isStacked />,
  },
  ...common,
  {
    id: 'user_ip',
    title: 'activities.address',
    width: 'minmax(6.5rem, 0.7fr)',
    priority: 3,
    isOptional: true,
    cell: ({ user_ip, browser }) => <span title={browser ?? undefined}>{user_ip ?? '–'}</span>,
  },
]

export const deviceColumns: readonly Column<DeviceActivity>[] = [
  time,
  {
    id: 'device_reference',
    title: 'activities.who',
    width: 'minmax(8.75rem, 1.5fr)',
    priority: 1,
    cell: (activity) => <DeviceCell activity={activity} />,
  },
  ...common,
  {
    id: 'device_ip',
    title: 'activities.address',
    width: 'minmax(6.5rem, 0.7fr)',
    priority: 3,
    isOptional: true,
    cell: ({ device_ip }) => device_ip ?? '–',
  },
]

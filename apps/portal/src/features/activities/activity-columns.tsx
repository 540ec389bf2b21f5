import type { DeviceActivity, UserActivity } from '@holdfast/contract'
import { EntryBrief } from '../../shared/activities/entry-brief.tsx'
import { EntrySentence } from '../../shared/activities/entry-sentence.tsx'
import type { Column } from '../../shared/list/column.ts'
import { Moment } from '../../shared/ui/moment.tsx'
import { DurationCell, OutcomeCell, PersonCell } from './activity-cells.tsx'

const common = [
  {
    id: 'action',
    title: 'activities.did',
    width: 'minmax(10rem, 5fr)',
    priority: 1,
    isTwoLines: true,
    cell: (activity: UserActivity | DeviceActivity) => (
      <>
        <EntrySentence entry={activity} />
        <EntryBrief entry={activity} />
      </>
    ),
  },
  {
    id: 'is_allowed',
    title: 'activities.outcome',
    width: 'minmax(6.5rem, 0.6fr)',
    priority: 1,
    cell: (activity: UserActivity | DeviceActivity) => <OutcomeCell activity={activity} />,
  },
  {
    id: 'group',
    title: 'activities.group',
    width: 'minmax(6rem, 0.8fr)',
    priority: 3,
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
  width: 'minmax(11.5rem, 0.8fr)',
  priority: 1,
  cell: ({ activity_time }: UserActivity | DeviceActivity) => <Moment time={activity_time} withSeconds />,
} as const satisfies Column<UserActivity | DeviceActivity>

export const userColumns: readonly Column<UserActivity>[] = [
  time,
  {
    id: 'user_id',
    title: 'activities.who',
    width: 'minmax(7rem, 1.2fr)',
    priority: 1,
    cell: (activity) => <PersonCell activity={activity} />,
  },
  ...common,
  {
    id: 'user_ip',
    title: 'activities.address',
    width: 'minmax(6.5rem, 0.7fr)',
    priority: 3,
    cell: ({ user_ip, browser }) => <span title={browser ?? undefined}>{user_ip ?? '–'}</span>,
  },
]

export const deviceColumns: readonly Column<DeviceActivity>[] = [
  time,
  {
    id: 'device_reference',
    title: 'activities.who',
    width: 'minmax(7rem, 1.2fr)',
    priority: 1,
    cell: ({ device_reference }) => device_reference ?? '–',
  },
  ...common,
  {
    id: 'device_ip',
    title: 'activities.address',
    width: 'minmax(6.5rem, 0.7fr)',
    priority: 3,
    cell: ({ device_ip }) => device_ip ?? '–',
  },
]

import { calls, type ListedDeviceLog, logLevels } from '@holdfast/contract'
import { IconFileText } from '@tabler/icons-react'
import type { Column } from '../../shared/list/column.ts'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { DeviceUserText } from '../../shared/recordings/who-text.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { LogLevelText } from './log-level-text.tsx'
import { LogMessage } from './log-message.tsx'

const columns: readonly Column<ListedDeviceLog>[] = [
  {
    id: 'log_datetime',
    title: 'log.time',
    width: 'minmax(11rem, 0.8fr)',
    priority: 1,
    date: 'log_datetime',
    cell: ({ log_datetime, local_timezone }) => (
      <Moment time={log_datetime} timezone={local_timezone ?? undefined} withSeconds />
    ),
  },
  {
    id: 'log_level',
    title: 'log.level',
    width: '5rem',
    priority: 1,
    cell: ({ log_level }) => <LogLevelText level={log_level} />,
  },
  {
    id: 'log_message',
    title: 'log.message',
    width: 'minmax(9rem, 3fr)',
    priority: 1,
    hasOwnLine: true,
    cell: (line) => <LogMessage line={line} />,
  },
  {
    id: 'log_class',
    title: 'log.class',
    width: 'minmax(6rem, 0.8fr)',
    priority: 3,
    cell: ({ log_class }) => <bdi title={log_class}>{log_class}</bdi>,
  },
  {
    id: 'device_reference',
    title: 'log.device',
    width: 'minmax(7rem, 0.9fr)',
    priority: 2,
    cell: ({ device_reference }) => device_reference,
  },
  {
    id: 'device_user_reference',
    title: 'log.person',
    width: 'minmax(7rem, 1fr)',
    priority: 3,
    cell: ({ device_user_reference: person }) => (person === null ? '–' : <DeviceUserText reference={person} />),
  },
  {
    id: 'group',
    title: 'log.group',
    width: 'minmax(6rem, 0.8fr)',
    priority: 3,
    isOptional: true,
    cell: ({ group }) => group,
  },
]

const fields: readonly FilterField[] = [
  {
    kind: 'choices',
    name: 'log_levels',
    label: 'log.level',
    // As devices and their documentation call them, in every language.
    options: logLevels.map((value) => ({ value, label: null })),
  },
  { kind: 'text', name: 'search', label: 'log.search' },
  { kind: 'found', finds: 'device', name: 'device_references', label: 'log.device' },
  { kind: 'found', finds: 'device_user', name: 'device_user_references', label: 'log.person' },
  { kind: 'found', finds: 'group', name: 'groups', label: 'log.group' },
  { kind: 'texts', name: 'log_classes', label: 'log.class' },
  { kind: 'found', finds: 'payload', name: 'payload_references', label: 'log.recording' },
]

const dates = [{ name: 'log_datetime', label: 'log.time' }] as const

const source = { call: calls.listDeviceLogs, fields, hasPeriod: true, dates }

export const prefetch = prefetchList(() => source)

/** What devices logged, the latest first. */
export default function DeviceLogsPage() {
  return (
    <ListPage
      title="page.device_logs"
      {...source}
      columns={columns}
      keyOf={({ log_id }) => log_id}
      empty={{ icon: IconFileText, title: 'log.empty', body: 'log.empty_body' }}
      live={{ kind: 'device_log' }}
    />
  )
}

import { calls, type ReportedTelemetry } from '@holdfast/contract'
import { IconActivityHeartbeat } from '@tabler/icons-react'
import type { Column } from '../../../shared/list/column.ts'
import type { FilterField } from '../../../shared/list/filter-fields.ts'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { prefetchList } from '../../../shared/list/list-queries.ts'
import { DeviceUserText } from '../../../shared/recordings/who-text.tsx'
import { telemetryColumns } from '../../../shared/telemetry/telemetry-columns.tsx'
import { problemFields } from '../../../shared/telemetry/telemetry-fields.ts'

const columns: readonly Column<ReportedTelemetry>[] = [
  {
    id: 'device_reference',
    title: 'device.reference',
    width: 'minmax(7rem, 1fr)',
    priority: 1,
    cell: ({ device_reference }) => device_reference,
  },
  {
    id: 'device_user_reference',
    title: 'device.user',
    width: 'minmax(6.5rem, 1.1fr)',
    priority: 1,
    cell: ({ device_user_reference: user }) => (user === null ? '–' : <DeviceUserText reference={user} />),
  },
  {
    id: 'group',
    title: 'device.group',
    width: 'minmax(6rem, 1fr)',
    priority: 3,
    isOptional: true,
    cell: ({ group }) => group,
  },
  ...telemetryColumns,
]

const fields: readonly FilterField[] = [
  { kind: 'found', finds: 'device', name: 'device_references', label: 'device.reference' },
  { kind: 'found', finds: 'device_user', name: 'device_user_references', label: 'device.user' },
  { kind: 'found', finds: 'group', name: 'groups', label: 'device.group' },
  ...problemFields,
]

const source = { call: calls.listTelemetry, fields }

export const prefetch = prefetchList(() => source)

/** The latest report of each device, those with the most problems first. */
export default function TelemetryPage() {
  return (
    <ListPage
      title="page.telemetry"
      {...source}
      columns={columns}
      keyOf={({ device_reference }) => device_reference}
      linkOf={({ device_reference }) => `/dashboard/devices/${encodeURIComponent(device_reference)}`}
      empty={{ icon: IconActivityHeartbeat, title: 'telemetry.empty', body: 'telemetry.empty_body' }}
    />
  )
}

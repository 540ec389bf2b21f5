import { type ClientTelemetry, calls } from '@holdfast/contract'
import { IconActivityHeartbeat } from '@tabler/icons-react'
import type { Column } from '../../shared/list/column.ts'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { silentField } from '../../shared/list/silent-since.ts'
import { telemetryColumns } from '../../shared/telemetry/telemetry-columns.tsx'
import { problemFields } from '../../shared/telemetry/telemetry-fields.ts'

const columns: readonly Column<ClientTelemetry>[] = [
  { id: 'client', title: 'clients.client', width: 'minmax(7rem, 1fr)', priority: 1, cell: ({ client }) => client },
  {
    id: 'device_reference',
    title: 'device.reference',
    width: 'minmax(7.5rem, 1fr)',
    priority: 1,
    cell: ({ device_reference }) => device_reference,
  },
  ...telemetryColumns,
]

const fields: readonly FilterField[] = [
  { kind: 'texts', name: 'clients', label: 'clients.client' },
  silentField,
  ...problemFields,
]

const source = { call: calls.listClientsTelemetry, fields }

export const prefetch = prefetchList(() => source)

/** The latest report of each device of all customers, for staff: without people, numbers and networks. */
export default function ClientsTelemetryPage() {
  return (
    <ListPage
      title="page.clients_telemetry"
      {...source}
      columns={columns}
      keyOf={({ client, device_reference }) => `${client} ${device_reference}`}
      empty={{ icon: IconActivityHeartbeat, title: 'telemetry.empty', body: 'telemetry.empty_body' }}
    />
  )
}

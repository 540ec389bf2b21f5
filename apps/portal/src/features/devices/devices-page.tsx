import { calls, type Device, serviceNames } from '@holdfast/contract'
import { IconDeviceMobile } from '@tabler/icons-react'
import type { Column } from '../../shared/list/column.ts'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { silentField } from '../../shared/list/silent-since.ts'
import { DeviceUserText } from '../../shared/recordings/who-text.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { sendToSelected } from './commands/send-to-several.tsx'
import { DeviceStatus } from './device-status.tsx'

const columns: readonly Column<Device>[] = [
  {
    id: 'device_reference',
    title: 'device.reference',
    width: 'minmax(7.5rem, 1fr)',
    priority: 1,
    cell: ({ device_reference }) => device_reference,
  },
  {
    id: 'device_user_reference',
    title: 'device.user',
    width: 'minmax(7rem, 1.2fr)',
    priority: 1,
    cell: ({ device_user_reference: user }) => (user === null ? '–' : <DeviceUserText reference={user} />),
  },
  { id: 'model', title: 'device.model', width: 'minmax(5.25rem, 1fr)', priority: 2, cell: ({ model }) => model ?? '–' },
  {
    id: 'os_version',
    title: 'device.os_version',
    width: '5rem',
    priority: 3,
    cell: ({ os_version }) => os_version ?? '–',
  },
  {
    id: 'app_version',
    title: 'device.app_version',
    width: '5rem',
    priority: 3,
    cell: ({ app_version }) => app_version ?? '–',
  },
  { id: 'group', title: 'device.group', width: 'minmax(6rem, 1fr)', priority: 3, cell: ({ group }) => group ?? '–' },
  {
    id: 'last_seen',
    title: 'device.last_seen',
    width: 'minmax(9.5rem, 0.9fr)',
    priority: 2,
    cell: ({ last_seen }) => (last_seen ? <Moment time={last_seen} isShortToday /> : '–'),
  },
  {
    id: 'status',
    title: 'device.status',
    width: '6.75rem',
    priority: 1,
    cell: (device) => <DeviceStatus device={device} />,
  },
]

const fields: readonly FilterField[] = [
  { kind: 'text', name: 'search', label: 'device.search' },
  { kind: 'found', finds: 'device', name: 'device_references', label: 'device.reference' },
  { kind: 'found', finds: 'device_user', name: 'device_user_references', label: 'device.user' },
  { kind: 'found', finds: 'group', name: 'groups', label: 'device.group' },
  { kind: 'texts', name: 'phone_numbers', label: 'device.numbers' },
  {
    kind: 'choices',
    name: 'services',
    label: 'device.services',
    options: serviceNames.map((service) => ({ value: service, label: `service.${service}` as const })),
  },
  silentField,
  { kind: 'texts', name: 'app_versions', label: 'device.app_version' },
  { kind: 'texts', name: 'other_app_versions', label: 'device.other_app_versions' },
  { kind: 'texts', name: 'os_versions', label: 'device.os_version' },
  { kind: 'texts', name: 'other_os_versions', label: 'device.other_os_versions' },
  { kind: 'flag', name: 'is_pending', label: 'device.pending' },
  { kind: 'flag', name: 'is_blocked', label: 'device.blocked' },
  { kind: 'flag', name: 'is_deactivated', label: 'device.deactivated_only' },
  { kind: 'flag', name: 'is_serial_shared', label: 'device.shared_filter' },
  { kind: 'flag', name: 'is_removed', label: 'device.removed' },
]

const source = { call: calls.listDevices, fields }
const actions = [sendToSelected]

export const prefetch = prefetchList(() => source)

/** The devices that the person may see. */
export default function DevicesPage() {
  return (
    <ListPage
      title="page.devices"
      {...source}
      columns={columns}
      keyOf={({ device_reference }) => device_reference}
      linkOf={({ device_reference }) => `/dashboard/devices/${encodeURIComponent(device_reference)}`}
      empty={{ icon: IconDeviceMobile, title: 'empty.devices', body: 'empty.devices_body' }}
      actions={actions}
      live={{ kind: 'device' }}
    />
  )
}

import { calls, type PhoneNumberPeriod } from '@holdfast/contract'
import { IconDeviceSim } from '@tabler/icons-react'
import type { Column } from '../../../shared/list/column.ts'
import type { FilterField } from '../../../shared/list/filter-fields.ts'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { prefetchList } from '../../../shared/list/list-queries.ts'
import { DeviceUserText } from '../../../shared/recordings/who-text.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'

const columns: readonly Column<PhoneNumberPeriod>[] = [
  {
    id: 'phone_number',
    title: 'device.number',
    width: 'minmax(9rem, 1fr)',
    priority: 1,
    cell: ({ phone_number }) => <bdi className="numeric">{phone_number}</bdi>,
  },
  {
    id: 'device_user_reference',
    title: 'device.user',
    width: 'minmax(7rem, 1.2fr)',
    priority: 1,
    cell: ({ device_user_reference: user }) => (user === null ? '–' : <DeviceUserText reference={user} />),
  },
  {
    id: 'device_reference',
    title: 'device.reference',
    width: 'minmax(7.5rem, 1fr)',
    priority: 2,
    cell: ({ device_reference }) => device_reference,
  },
  { id: 'group', title: 'device.group', width: 'minmax(6rem, 1fr)', priority: 3, cell: ({ group }) => group },
  {
    id: 'slot_index',
    title: 'number.slot',
    width: '4.5rem',
    priority: 3,
    cell: ({ slot_index }) => (slot_index === null ? '–' : slot_index + 1),
  },
  {
    id: 'first_verified',
    title: 'number.from',
    width: 'minmax(10.5rem, 0.9fr)',
    priority: 2,
    cell: ({ first_verified }) => <Moment time={first_verified} />,
  },
  {
    id: 'last_verified',
    title: 'number.to',
    width: 'minmax(10.5rem, 0.9fr)',
    priority: 2,
    cell: ({ last_verified }) => <Moment time={last_verified} />,
  },
]

const fields: readonly FilterField[] = [
  { kind: 'text', name: 'number', label: 'number.search' },
  { kind: 'found', finds: 'device_user', name: 'device_user_references', label: 'device.user' },
  { kind: 'found', finds: 'device', name: 'device_references', label: 'device.reference' },
  { kind: 'found', finds: 'group', name: 'groups', label: 'device.group' },
]

const source = { call: calls.listPhoneNumbers, fields }

export const prefetch = prefetchList(() => source)

/** Who had which phone number, on which device, and from when to when. */
export default function PhoneNumbersPage() {
  return (
    <ListPage
      title="page.phone_numbers"
      {...source}
      columns={columns}
      keyOf={({ phone_number, first_verified, device_reference }) =>
        JSON.stringify([phone_number, first_verified, device_reference])
      }
      linkOf={({ phone_number }) => `/dashboard/devices/numbers/${encodeURIComponent(phone_number)}`}
      empty={{ icon: IconDeviceSim, title: 'number.empty', body: 'number.empty_body' }}
      isChangedBy={({ kind }) => kind === 'device'}
    />
  )
}

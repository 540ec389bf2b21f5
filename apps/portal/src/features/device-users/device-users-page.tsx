import { calls, type DeviceUser, serviceNames } from '@holdfast/contract'
import { IconUsers } from '@tabler/icons-react'
import { addressOf } from '../../shared/access/addresses.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import type { Column } from '../../shared/list/column.ts'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { useCan } from '../../shared/session/profile.ts'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { DeviceUserStatus } from './device-user-status.tsx'

const columns: readonly Column<DeviceUser>[] = [
  {
    id: 'name',
    title: 'user.name',
    width: 'minmax(7rem, 1.1fr)',
    priority: 1,
    cell: ({ device_user_reference, first_name, surname }) =>
      [first_name, surname].filter(Boolean).join(' ') || device_user_reference,
  },
  {
    id: 'device_user_reference',
    title: 'user.reference',
    width: 'minmax(8rem, 1.2fr)',
    priority: 1,
    cell: ({ device_user_reference }) => device_user_reference,
  },
  { id: 'email', title: 'user.email', width: 'minmax(8rem, 1.4fr)', priority: 3, cell: ({ email }) => email ?? '–' },
  { id: 'group', title: 'user.group', width: 'minmax(6rem, 1fr)', priority: 2, cell: ({ group }) => group ?? '–' },
  {
    id: 'services',
    title: 'user.services',
    width: 'minmax(7rem, 1fr)',
    priority: 3,
    isOptional: true,
    cell: ({ services }) => services.map((service) => text(`service.${service}`)).join(', '),
  },
  {
    id: 'expected_device_count',
    title: 'user.expected',
    width: '7.5rem',
    priority: 3,
    isNumeric: true,
    cell: ({ expected_device_count }) => expected_device_count,
  },
  {
    id: 'onboard_date',
    title: 'user.onboarded',
    width: 'minmax(8.5rem, 0.8fr)',
    priority: 2,
    cell: ({ onboard_date }) => (onboard_date ? <Moment time={onboard_date} /> : '–'),
  },
  {
    id: 'is_active',
    title: 'user.status',
    width: '6.5rem',
    priority: 1,
    cell: (user) => <DeviceUserStatus user={user} />,
  },
]

const fields: readonly FilterField[] = [
  { kind: 'text', name: 'search', label: 'user.search' },
  { kind: 'found', finds: 'device_user', name: 'device_user_references', label: 'user.reference' },
  { kind: 'found', finds: 'group', name: 'groups', label: 'user.group' },
  {
    kind: 'choices',
    name: 'services',
    label: 'user.services',
    options: serviceNames.map((service) => ({ value: service, label: `service.${service}` as const })),
  },
  { kind: 'flag', name: 'has_fewer_devices', label: 'user.fewer_devices' },
  { kind: 'flag', name: 'is_active', label: 'user.active_only' },
]

const source = { call: calls.listDeviceUsers, fields }

export const prefetch = prefetchList(() => source)

/** The people who carry managed devices. */
export default function DeviceUsersPage() {
  const t = useText()
  const can = useCan()
  return (
    <ListPage
      title="page.device_users"
      {...source}
      columns={columns}
      keyOf={({ device_user_reference }) => device_user_reference}
      linkOf={({ device_user_reference }) => addressOf('users', device_user_reference)}
      mainAction={
        can('device_users:write') && (
          <>
            <LinkButton variant="default" to="/dashboard/devices/users/import">
              {t('import.from_file')}
            </LinkButton>
            <LinkButton to="/dashboard/devices/users/create">{t('user.new')}</LinkButton>
          </>
        )
      }
      empty={{ icon: IconUsers, title: 'empty.device_users', body: 'empty.device_users_body' }}
      live={{ kind: 'device_user' }}
    />
  )
}

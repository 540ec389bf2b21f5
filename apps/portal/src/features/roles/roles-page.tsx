import { calls, type Role } from '@holdfast/contract'
import { Text } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { addressOf } from '../../shared/access/addresses.ts'
import { roleDescription } from '../../shared/access/role-description.ts'
import { useText } from '../../shared/i18n/text.ts'
import type { Column } from '../../shared/list/column.ts'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { useCan } from '../../shared/session/profile.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'

const Kinds = ({ role }: { role: Role }) => {
  const t = useText()
  return role.payload_types === null
    ? t('roles.all_kinds')
    : role.payload_types.map((type) => t(`kind.${type}`)).join(', ')
}

const Networks = ({ role }: { role: Role }) => {
  const t = useText()
  return role.cidr_ranges === null || role.cidr_ranges.length === 0
    ? t('roles.any_network')
    : role.cidr_ranges.join(', ')
}

const Marks = ({ role }: { role: Role }) => {
  const t = useText()
  return (
    <>
      {role.is_system && <Badge tone="info">{t('roles.system')}</Badge>}{' '}
      {role.is_alertable && <Badge tone="warn">{t('roles.alertable')}</Badge>}
    </>
  )
}

const Description = ({ role }: { role: Role }) => {
  const t = useText()
  const description = roleDescription(role, t)
  return <span title={description ?? undefined}>{description ?? '–'}</span>
}

const Count = ({ value }: { value: number }) => useIntl().formatNumber(value)

const columns: readonly Column<Role>[] = [
  {
    id: 'role_reference',
    title: 'roles.reference',
    width: 'minmax(9rem, 1.1fr)',
    priority: 1,
    cell: ({ role_reference }) => role_reference,
  },
  {
    id: 'description',
    title: 'roles.description',
    width: 'minmax(8rem, 2fr)',
    priority: 1,
    cell: (role) => <Description role={role} />,
  },
  {
    id: 'payload_types',
    title: 'roles.kinds',
    width: 'minmax(6rem, 1fr)',
    priority: 3,
    cell: (role) => <Kinds role={role} />,
  },
  {
    id: 'cidr_ranges',
    title: 'roles.networks',
    width: 'minmax(6rem, 1fr)',
    priority: 3,
    cell: (role) => <Networks role={role} />,
  },
  {
    id: 'member_count',
    title: 'roles.members',
    width: '7rem',
    priority: 2,
    isNumeric: true,
    cell: ({ member_count }) => <Count value={member_count} />,
  },
  { id: 'is_system', title: 'roles.system', width: '9rem', priority: 1, cell: (role) => <Marks role={role} /> },
]

const fields: readonly FilterField[] = [
  { kind: 'text', name: 'search', label: 'roles.search' },
  { kind: 'flag', name: 'is_system', label: 'roles.system_only' },
]

const source = { call: calls.listRoles, fields }

export const prefetch = prefetchList(() => source)

export default function RolesPage() {
  const t = useText()
  const can = useCan()
  return (
    <ListPage
      title="page.roles"
      {...source}
      columns={columns}
      keyOf={({ role_reference }) => role_reference}
      linkOf={({ role_reference }) => addressOf('roles', role_reference)}
      mainAction={can('roles:write') && <LinkButton to="/dashboard/access/roles/create">{t('roles.new')}</LinkButton>}
      lead={
        <Text size="sm" c="dimmed" mb="sm">
          {t('roles.members_hint')}
        </Text>
      }
      empty={{ icon: IconShieldLock, title: 'roles.empty', body: 'roles.empty_body' }}
      live={{ kind: 'role' }}
    />
  )
}

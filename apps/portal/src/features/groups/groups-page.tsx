import { calls, type Group } from '@holdfast/contract'
import { IconUsersGroup } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { addressOf } from '../../shared/access/addresses.ts'
import { useText } from '../../shared/i18n/text.ts'
import type { Column } from '../../shared/list/column.ts'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { useCan } from '../../shared/session/profile.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'

/** As many as fit into a row. */
const shownTags = 4

const Tags = ({ group: { tags } }: { group: Group }) => {
  const words = tags.map(({ tag_key, tag_value }) => `${tag_key}: ${tag_value}`)
  return (
    <span title={words.join(', ')}>
      {words.slice(0, shownTags).map((tag) => (
        <span key={tag}>
          <Badge>{tag}</Badge>{' '}
        </span>
      ))}
      {words.length > shownTags && `+${words.length - shownTags}`}
      {words.length === 0 && '–'}
    </span>
  )
}

const Devices = ({ group: { stats } }: { group: Group }) => {
  const t = useText()
  const intl = useIntl()
  return t('groups.devices_value', {
    actual: intl.formatNumber(stats.actual_devices),
    expected: intl.formatNumber(stats.expected_devices),
  })
}

const Count = ({ value }: { value: number }) => useIntl().formatNumber(value)

const columns: readonly Column<Group>[] = [
  {
    id: 'group_reference',
    title: 'groups.reference',
    width: 'minmax(8rem, 1.2fr)',
    priority: 1,
    cell: ({ group_reference }) => group_reference,
  },
  {
    id: 'tags',
    title: 'groups.tags',
    width: 'minmax(8rem, 2fr)',
    priority: 2,
    cell: (group) => <Tags group={group} />,
  },
  {
    id: 'device_users',
    title: 'groups.device_users',
    width: '7rem',
    priority: 2,
    isNumeric: true,
    cell: ({ stats }) => <Count value={stats.device_users} />,
  },
  {
    id: 'devices',
    title: 'groups.devices',
    width: 'minmax(8.5rem, 0.8fr)',
    priority: 1,
    isNumeric: true,
    cell: (group) => <Devices group={group} />,
  },
]

const fields: readonly FilterField[] = [
  { kind: 'text', name: 'search', label: 'groups.search' },
  { kind: 'found', finds: 'group', name: 'groups', label: 'groups.reference' },
  { kind: 'text', name: 'tag_key', label: 'groups.tags' },
]

const source = { call: calls.listGroups, fields }

export const prefetch = prefetchList(() => source)

/** The groups that the person may see, with counts. */
export default function GroupsPage() {
  const t = useText()
  const can = useCan()
  return (
    <ListPage
      title="page.groups"
      {...source}
      columns={columns}
      keyOf={({ group_reference }) => group_reference}
      linkOf={({ group_reference }) => addressOf('groups', group_reference)}
      mainAction={
        can('groups:write') && <LinkButton to="/dashboard/access/groups/create">{t('groups.new')}</LinkButton>
      }
      empty={{ icon: IconUsersGroup, title: 'groups.empty', body: 'groups.empty_body' }}
      live={{ kind: 'group' }}
    />
  )
}

import { calls, type PersonalNumberRecord } from '@holdfast/contract'
import { Group, Text } from '@mantine/core'
import { IconAddressBook } from '@tabler/icons-react'
import { Colleague } from '../../../shared/found/colleague.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import type { Column } from '../../../shared/list/column.ts'
import type { FilterField } from '../../../shared/list/filter-fields.ts'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { prefetchList } from '../../../shared/list/list-queries.ts'
import { DeviceUserText } from '../../../shared/recordings/who-text.tsx'
import { useCan } from '../../../shared/session/profile.ts'
import { Badge } from '../../../shared/ui/badge.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { AddNumbers } from './add-numbers.tsx'
import { NumberDetails } from './number-details.tsx'
import { RemoveNumber } from './remove-number.tsx'

const Status = ({ record: { is_active } }: { record: PersonalNumberRecord }) => {
  const t = useText()
  return <Badge tone={is_active ? 'good' : 'neutral'}>{t(is_active ? 'numbers.active' : 'numbers.inactive')}</Badge>
}

const columns: readonly Column<PersonalNumberRecord>[] = [
  {
    id: 'personal_number',
    title: 'numbers.number',
    width: 'minmax(8.5rem, 1fr)',
    priority: 1,
    cell: (record) => <NumberDetails record={record} />,
  },
  {
    id: 'device_user_reference',
    title: 'numbers.person',
    width: 'minmax(7rem, 1.1fr)',
    priority: 1,
    cell: ({ device_user_reference }) => <DeviceUserText reference={device_user_reference} />,
  },
  { id: 'group', title: 'numbers.group', width: 'minmax(6rem, 1fr)', priority: 3, cell: ({ group }) => group ?? '–' },
  {
    id: 'reason',
    title: 'numbers.reason',
    width: 'minmax(7rem, 1.4fr)',
    priority: 2,
    cell: ({ reason }) => <span title={reason ?? undefined}>{reason ?? '–'}</span>,
  },
  {
    id: 'created_at',
    title: 'numbers.added_at',
    width: 'minmax(9.5rem, 0.8fr)',
    priority: 2,
    cell: ({ created_at }) => <Moment time={created_at} />,
  },
  {
    id: 'created_by',
    title: 'numbers.added_by',
    width: 'minmax(7rem, 0.8fr)',
    priority: 3,
    isOptional: true,
    cell: ({ created_by }) => <Colleague author={created_by} />,
  },
  {
    id: 'deleted_at',
    title: 'numbers.removed_at',
    width: 'minmax(9.5rem, 0.8fr)',
    priority: 3,
    isOptional: true,
    cell: ({ deleted_at }) => (deleted_at ? <Moment time={deleted_at} /> : '–'),
  },
  {
    id: 'is_active',
    title: 'numbers.status',
    width: '6.5rem',
    priority: 1,
    cell: (record) => <Status record={record} />,
  },
]

/** With the action in the same cell as the state: narrow screens have room for three cells. */
const columnsWithAction = columns.map((column) =>
  column.id === 'is_active'
    ? {
        ...column,
        width: '11rem',
        isTwoLines: true,
        cell: (record: PersonalNumberRecord) => (
          <Group gap="xs" wrap="nowrap" justify="space-between">
            {column.cell(record)}
            {record.is_active && <RemoveNumber record={record} />}
          </Group>
        ),
      }
    : column,
)

const fields: readonly FilterField[] = [
  { kind: 'text', name: 'number', label: 'numbers.part' },
  { kind: 'found', finds: 'device_user', name: 'device_user_references', label: 'numbers.person' },
  { kind: 'found', finds: 'group', name: 'groups', label: 'numbers.group' },
  { kind: 'flag', name: 'is_active', label: 'numbers.active' },
]

const source = { call: calls.listPersonalNumbers, fields }

export const prefetch = prefetchList(() => source)

/** The private numbers of device users, with those that were removed. */
export default function PersonalNumbersPage() {
  const t = useText()
  const can = useCan()
  const mayChange = can('personal_numbers:write')
  return (
    <ListPage
      title="page.personal_numbers"
      {...source}
      columns={mayChange ? columnsWithAction : columns}
      keyOf={({ id }) => id}
      mainAction={mayChange && <AddNumbers />}
      lead={
        <Text size="sm" c="dimmed" mb="sm">
          {t('numbers.lead')}
        </Text>
      }
      empty={{ icon: IconAddressBook, title: 'numbers.empty', body: 'numbers.empty_body' }}
      isChangedBy={({ kind }) => kind === 'personal_number' || kind === 'device_user'}
    />
  )
}

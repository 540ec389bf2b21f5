import { calls, type PersonalNumberRecord } from '@holdfast/contract'
import { Group, Text } from '@mantine/core'
import { IconAddressBook } from '@tabler/icons-react'
import { useText } from '../../../shared/i18n/text.ts'
import { type Field, filtersOf } from '../../../shared/list/fields.tsx'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { prefetchList } from '../../../shared/list/list-queries.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { AddNumbers } from './add-numbers.tsx'
import { NumberDetails } from './number-details.tsx'
import { personalNumberFields } from './personal-number-fields.tsx'
import { RemoveNumber } from './remove-number.tsx'

const fields: readonly Field<PersonalNumberRecord>[] = [
  {
    id: 'personal_number',
    title: 'numbers.number',
    width: 'minmax(8.5rem, 1fr)',
    priority: 1,
    cell: (record) => <NumberDetails record={record} />,
    filter: { kind: 'text', name: 'number', label: 'numbers.part' },
  },
  ...personalNumberFields,
]

/** With the action in the same cell as the state: narrow screens have room for three cells. */
const withAction = fields.map((field) =>
  field.id === 'is_active'
    ? {
        ...field,
        width: '11rem',
        isTwoLines: true,
        cell: (record: PersonalNumberRecord) => (
          <Group gap="xs" wrap="nowrap" justify="space-between">
            {field.cell(record)}
            {record.may.includes('remove') && <RemoveNumber record={record} />}
          </Group>
        ),
      }
    : field,
)

const source = { call: calls.listPersonalNumbers, fields: filtersOf(fields) }

export const prefetch = prefetchList(() => source)

/** The private numbers of device users, with those that were removed. */
export default function PersonalNumbersPage() {
  const t = useText()
  const can = useCan()
  return (
    <ListPage
      title="page.personal_numbers"
      {...source}
      columns={withAction}
      keyOf={({ id }) => id}
      mainAction={can('personal_numbers:write') && <AddNumbers />}
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

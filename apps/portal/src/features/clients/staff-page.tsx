import { calls } from '@holdfast/contract'
import { IconUserShield } from '@tabler/icons-react'
import { peopleColumns } from '../../shared/access/people-columns.tsx'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'

const fields: readonly FilterField[] = [
  { kind: 'text', name: 'search', label: 'people.search' },
  { kind: 'flag', name: 'is_active', label: 'people.active' },
]

const source = { call: calls.listStaff, fields }

export const prefetch = prefetchList(() => source)

export default function StaffPage() {
  return (
    <ListPage
      title="page.staff"
      {...source}
      columns={peopleColumns}
      keyOf={({ user_reference }) => user_reference}
      empty={{ icon: IconUserShield, title: 'people.empty', body: 'people.empty_body' }}
    />
  )
}

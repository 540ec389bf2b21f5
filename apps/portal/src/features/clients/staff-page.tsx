import { calls } from '@holdfast/contract'
import { IconUserShield } from '@tabler/icons-react'
import { peopleColumns } from '../../shared/access/people-columns.tsx'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'

const fields: readonly FilterField[] = [
  { kind: 'text', name: 'search', label: 'people.search' },
  { kind: 'flag', name: 'is_active', label: 'people.active' },
]

/** The provider's staff. */
export default function StaffPage() {
  return (
    <ListPage
      title="page.staff"
      action="internal:staff"
      call={calls.listStaff}
      fields={fields}
      columns={peopleColumns}
      keyOf={({ user_reference }) => user_reference}
      empty={{ icon: IconUserShield, title: 'people.empty', body: 'people.empty_body' }}
    />
  )
}

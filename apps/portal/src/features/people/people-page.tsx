import { calls, type PortalUser } from '@holdfast/contract'
import { Box } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { ExplainPanel } from '../../shared/access/explain-panel.tsx'
import { peopleColumns } from '../../shared/access/people-columns.tsx'
import { useText } from '../../shared/i18n/text.ts'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'

const fields: readonly FilterField[] = [
  { kind: 'text', name: 'search', label: 'people.search' },
  { kind: 'text', name: 'role', label: 'people.role' },
  { kind: 'flag', name: 'is_active', label: 'people.active' },
]

/** The people of the account with their roles, and why they can or can't do something. */
export default function PeoplePage() {
  const t = useText()
  return (
    <ListPage
      title="page.people"
      action="roles:read"
      call={calls.listPortalUsers}
      fields={fields}
      columns={peopleColumns}
      keyOf={({ user_reference }: PortalUser) => user_reference}
      empty={{ icon: IconUserCheck, title: 'people.empty', body: 'people.empty_body' }}
      lead={
        <Box component="section" aria-label={t('explain.title')} mb="md">
          <ExplainPanel />
        </Box>
      }
    />
  )
}

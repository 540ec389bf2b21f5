import { calls, type PortalUser } from '@holdfast/contract'
import { Box, Group, Text } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { ExplainPanel } from '../../shared/access/explain-panel.tsx'
import { peopleColumns } from '../../shared/access/people-columns.tsx'
import { useText } from '../../shared/i18n/text.ts'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { useCan } from '../../shared/session/profile.ts'
import { GiveToSomebody } from './give-to-somebody.tsx'
import { PersonActions } from './person-actions.tsx'

const fields: readonly FilterField[] = [
  { kind: 'text', name: 'search', label: 'people.search' },
  { kind: 'text', name: 'role', label: 'people.role' },
  { kind: 'flag', name: 'is_active', label: 'people.active' },
]

/** With the actions in the same cell as the state: narrow screens have room for three cells. */
const columnsWithActions = peopleColumns.map((column) =>
  column.id === 'is_active'
    ? {
        ...column,
        width: '11rem',
        cell: (person: PortalUser) => (
          <Group gap="xs" wrap="nowrap" justify="space-between">
            {column.cell(person)}
            <PersonActions person={person} />
          </Group>
        ),
      }
    : column,
)

const source = { call: calls.listPortalUsers, fields }

export const prefetch = prefetchList(() => source)

/** The people of the account with their roles, why they can or can't do something, and who was removed. */
export default function PeoplePage() {
  const t = useText()
  const can = useCan()
  const { give } = useSearch({ strict: false }) as { give?: string }
  return (
    <ListPage
      title="page.people"
      {...source}
      columns={can('account:write') || can('roles:write') ? columnsWithActions : peopleColumns}
      keyOf={({ user_reference }: PortalUser) => user_reference}
      empty={{ icon: IconUserCheck, title: 'people.empty', body: 'people.empty_body' }}
      lead={
        <>
          {give !== undefined && can('roles:write') && (
            <Box mb="md">
              <GiveToSomebody key={give} role={give} />
            </Box>
          )}
          <Text size="sm" c="dimmed" mb="sm">
            {t('people.known_hint')}
          </Text>
          <Box component="section" aria-label={t('explain.title')} mb="md">
            <ExplainPanel />
          </Box>
        </>
      }
    />
  )
}

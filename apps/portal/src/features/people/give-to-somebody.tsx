import { Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { usePeople } from '../../shared/access/use-assignees.ts'
import { useText } from '../../shared/i18n/text.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { GiveRole } from './give-role.tsx'

/** For people who come from the page of a role: gives it to somebody, above the list of those who have it. */
export const GiveToSomebody = ({ role }: { role: string }) => {
  const t = useText()
  const [search, setSearch] = useState('')
  const [who, setWho] = useState<string | null>(null)
  const people = usePeople(search).filter(({ is_active }) => is_active)
  const data = people.map(({ user_reference, display_name }) => ({
    value: user_reference,
    label: display_name === user_reference ? user_reference : `${display_name} (${user_reference})`,
  }))
  return (
    <Panel title={t('people.give_to_somebody', { role })}>
      <Stack gap="sm" maw="32rem">
        <Text size="sm">{t('people.roles_for_a_time_hint')}</Text>
        <Select
          label={t('people.give_to_whom')}
          searchable
          data={data}
          filter={({ options }) => options}
          value={who}
          onChange={setWho}
          searchValue={search}
          onSearchChange={setSearch}
          nothingFoundMessage={t('people.nobody_found')}
        />
        {who !== null && <GiveRole key={who} user_reference={who} role={role} />}
      </Stack>
    </Panel>
  )
}

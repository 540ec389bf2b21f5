import { Input, SegmentedControl, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { newCondition } from '../../../shared/access/permission-values.ts'
import { AddButton } from '../../../shared/forms/add-button.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import type { RoleGrants } from '../grants/role-grants.ts'
import { ScopeLine } from './scope-line.tsx'
import { ScopeMatches } from './scope-matches.tsx'

interface ScopeInputProps {
  scope: RoleGrants['scope']
  error: ReactNode
  onChange: (scope: RoleGrants['scope']) => void
}

/** The groups for which the whole role applies: all, or those that match a name or a tag. */
export const ScopeInput = ({ scope, error, onChange }: ScopeInputProps) => {
  const t = useText()
  return (
    <Stack gap="sm" align="flex-start">
      <SegmentedControl
        size="xs"
        aria-label={t('roles.scope')}
        value={scope === null ? 'all' : 'some'}
        onChange={(choice) => onChange(choice === 'all' ? null : [[newCondition()]])}
        data={[
          { value: 'all', label: t('roles.scope_all') },
          { value: 'some', label: t('roles.scope_some') },
        ]}
      />
      {scope === null ? (
        <Text size="sm" c="dimmed">
          {t('roles.scope_all_hint')}
        </Text>
      ) : (
        <Stack gap="sm" w="100%">
          <Text size="sm" c="dimmed">
            {t('roles.scope_some_hint')}
          </Text>
          {scope.map((conditions, place) => (
            <ScopeLine
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name of their own
              key={place}
              conditions={conditions}
              number={place + 1}
              onChange={(changed) => onChange(scope.with(place, changed))}
              onRemove={() => onChange(scope.toSpliced(place, 1))}
            />
          ))}
          <AddButton size="compact-xs" onClick={() => onChange([...scope, [newCondition()]])}>
            {t('roles.scope_add')}
          </AddButton>
          {error && <Input.Error size="sm">{error}</Input.Error>}
          <ScopeMatches scope={scope} />
        </Stack>
      )}
    </Stack>
  )
}

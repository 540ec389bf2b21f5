import type { Role, RoleVersion } from '@holdfast/contract'
import { Group, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { RoleDifferenceText } from '../preview/role-difference-text.tsx'

/** What changed between any two versions of a role. At first, between the oldest and the newest that were read. */
export const CompareVersions = ({ versions }: { versions: readonly (Role | RoleVersion)[] }) => {
  const t = useText()
  const [chosen, setChosen] = useState<{ from?: string; to?: string }>({})
  const data = versions.map(({ version }) => ({ value: String(version), label: t('roles.version', { version }) }))
  const { from = data.at(-1)?.value, to = data[0]?.value } = chosen
  const versionOf = (value: string | undefined) => versions.find(({ version }) => String(version) === value)
  const [before, after] = [versionOf(from), versionOf(to)]
  const choice = (side: 'from' | 'to', value: string | undefined) => ({
    data,
    value: value ?? null,
    allowDeselect: false,
    size: 'xs',
    w: '9rem',
    onChange: (next: string | null) => next !== null && setChosen({ ...chosen, [side]: next }),
  })
  return (
    <Stack component="section" gap="xs" aria-label={t('roles.versions_compare')}>
      <Group gap="sm">
        <Select label={t('roles.versions_from')} {...choice('from', from)} />
        <Select label={t('roles.versions_to')} {...choice('to', to)} />
      </Group>
      {before && after && <RoleDifferenceText before={before} after={after} />}
    </Stack>
  )
}

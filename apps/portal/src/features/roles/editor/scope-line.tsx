import { groupsInWords } from '@holdfast/words'
import { Autocomplete, Group, Text } from '@mantine/core'
import { GroupInput } from '../../../shared/access/group-input.tsx'
import type { ConditionValues } from '../../../shared/access/permission-values.ts'
import { RemoveButton } from '../../../shared/forms/remove-button.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { useTagDefinitions } from '../../../shared/tags/use-tag-definitions.ts'

interface ScopeLineProps {
  conditions: readonly ConditionValues[]
  number: number
  onChange: (conditions: ConditionValues[]) => void
  onRemove: () => void
}

/** One line of a role's groups, by name or tag. What the fields can't express is shown in words. */
export const ScopeLine = ({ conditions, number, onChange, onRemove }: ScopeLineProps) => {
  const t = useText()
  const { definitions } = useTagDefinitions()
  const [condition] = conditions
  const name = t('roles.scope_line', { number })
  const remove = <RemoveButton what={name} onClick={onRemove} />
  if (!condition || conditions.length > 1 || condition.is_denied || condition.is_regex) {
    return (
      <Group gap="xs" wrap="nowrap" justify="space-between" role="group" aria-label={name}>
        <Text size="sm">{groupsInWords(conditions, t)}</Text>
        {remove}
      </Group>
    )
  }
  const change = (changed: Partial<ConditionValues>) => onChange([{ ...condition, ...changed }])
  const values = definitions.find(({ tag_key }) => tag_key === condition.keys_matching)?.tag_values ?? []
  return (
    <Group gap="xs" align="flex-end" role="group" aria-label={name}>
      <GroupInput
        size="xs"
        flex="1 1 9rem"
        label={t('roles.names_matching')}
        maxLength={255}
        value={condition.names_matching}
        onChange={(names_matching) => change({ names_matching: names_matching ?? '' })}
      />
      <Autocomplete
        size="xs"
        flex="1 1 7rem"
        label={t('roles.keys_matching')}
        maxLength={255}
        data={definitions.map(({ tag_key }) => tag_key)}
        value={condition.keys_matching}
        onChange={(keys_matching) => change({ keys_matching })}
      />
      <Autocomplete
        size="xs"
        flex="1 1 7rem"
        label={t('roles.values_matching')}
        maxLength={255}
        data={[...values]}
        value={condition.values_matching}
        onChange={(values_matching) => change({ values_matching })}
      />
      {remove}
    </Group>
  )
}

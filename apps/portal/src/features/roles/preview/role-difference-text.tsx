import type { RoleFields } from '@holdfast/contract'
import { Stack, Text } from '@mantine/core'
import { useText } from '../../../shared/i18n/text.ts'
import type { RuleValues } from '../grants/rule-values.ts'
import { PermissionSentence } from './permission-sentence.tsx'
import { alikeRules, differencesOf } from './role-differences.ts'

const Rules = ({ title, rules }: { title: string; rules: readonly RuleValues[] }) =>
  rules.length === 0 ? null : (
    <div>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      {alikeRules(rules).map(([rule, ...others]) =>
        rule ? (
          <PermissionSentence key={rule.id} rule={rule} alsoIn={others.map(({ conditions }) => conditions)} />
        ) : null,
      )}
    </div>
  )

interface RoleDifferenceTextProps {
  /** `null`: the role was created. */
  before: RoleFields | null
  after: RoleFields
}

/** What a change of a role did, in words. */
export const RoleDifferenceText = ({ before, after }: RoleDifferenceTextProps) => {
  const t = useText()
  if (!before) return <Text size="sm">{t('roles.version_created')}</Text>
  const { added, removed, changed } = differencesOf(before, after)
  return (
    <Stack gap={6}>
      <Rules title={t('roles.version_added')} rules={added} />
      <Rules title={t('roles.version_removed')} rules={removed} />
      {changed.map(({ title, from, to }) => (
        <Text key={title} size="sm">
          {t('roles.version_changed', { field: t(title), from: from || t('form.none'), to: to || t('form.none') })}
        </Text>
      ))}
      {added.length + removed.length + changed.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('roles.version_same')}
        </Text>
      )}
    </Stack>
  )
}

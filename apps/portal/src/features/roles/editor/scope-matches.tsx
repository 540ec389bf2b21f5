import type { RoleFields } from '@holdfast/contract'
import { Text } from '@mantine/core'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import type { RoleGrants } from '../grants/role-grants.ts'
import { fieldsOfRole, valuesOfRole, writtenScope } from '../grants/role-values.ts'
import { useRolePreview } from '../preview/use-role-preview.ts'

const mostNamed = 5

/** A role that does one thing in these groups: its preview names the groups. */
const asRole = (scope: NonNullable<RoleGrants['scope']>): RoleFields =>
  fieldsOfRole({ ...valuesOfRole(null), scope, rules: [{ reach: 'groups', patterns: ['groups:read'] }] })

/** Which groups match what was typed so far, and how many. */
export const ScopeMatches = ({ scope }: { scope: NonNullable<RoleGrants['scope']> }) => {
  const t = useText()
  const intl = useIntl()
  const { preview, isStale } = useRolePreview('new role', asRole(writtenScope(scope) ?? []), 0)
  const isKnown = preview !== undefined && preview.problems.length === 0
  const { groups, group_count: count } = preview?.reach[0] ?? { groups: [], group_count: 0 }
  const names = groups.slice(0, mostNamed)
  const more = count - names.length
  const named = more > 0 ? [...names, t('gains.more_groups', { count: more })] : names
  return (
    // As high as its text before that is known, so that nothing moves.
    <Text size="sm" mih="1lh" role="status" opacity={isStale ? 0.55 : 1}>
      {isKnown && t('roles.scope_matches', { count, total: preview.group_total })}
      {isKnown && count > 0 && ` ${intl.formatList(named, { type: 'conjunction' })}`}
    </Text>
  )
}

import type { RoleDraftDetail } from '@holdfast/contract'
import { Text } from '@mantine/core'
import { useIntl } from 'react-intl'
import { useText } from '../../shared/i18n/text.ts'

/** Kinds of change whose effect on access is checked only when somebody approves them. */
const comparedOnApproval: ReadonlySet<RoleDraftDetail['kind']> = new Set(['group', 'tag', 'device_user'])

/** Who else may approve a change that waits, by name, or that nobody can. */
export const DraftApprovers = ({ draft: { approvers, kind } }: { draft: RoleDraftDetail }) => {
  const t = useText()
  const intl = useIntl()
  if (!approvers) return null
  const { people, total } = approvers
  if (total === 0) {
    return (
      <Text size="sm" fw={600}>
        {t('role_drafts.nobody_can_approve')}
      </Text>
    )
  }
  if (people.length === 0) return <Text size="sm">{t('role_drafts.others_can_approve', { count: total })}</Text>
  const more = total - people.length
  const names = people.map(({ display_name }) => display_name)
  const who = intl.formatList([...names, ...(more > 0 ? [t('role_drafts.more_approvers', { count: more })] : [])], {
    type: 'disjunction',
  })
  return (
    <Text size="sm">
      {t(comparedOnApproval.has(kind) ? 'role_drafts.can_decide' : 'role_drafts.can_approve', { who })}
    </Text>
  )
}

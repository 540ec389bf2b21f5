import type { RoleDraftDetail } from '@holdfast/contract'
import { Text } from '@mantine/core'
import { useIntl } from 'react-intl'
import { nobodyCanApprove } from '../../../shared/access/hand-over-reason.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { useProfile } from '../../../shared/session/profile.ts'

/** Kinds of change whose effect on access is checked only when somebody approves them. Everybody who may decide on them counts as an approver. */
const comparedOnApproval: ReadonlySet<RoleDraftDetail['kind']> = new Set(['group', 'tag'])

interface DraftApproversProps {
  draft: RoleDraftDetail
  /** Whether the reader may decide on it, but could not grant what it gives. */
  exceedsOwn?: boolean
}

/** Names the people besides the reader who may approve a waiting change, or says that nobody can. */
export const DraftApprovers = ({ draft: { approvers, kind }, exceedsOwn = false }: DraftApproversProps) => {
  const t = useText()
  const intl = useIntl()
  const { profile } = useProfile()
  if (!approvers) return null
  const people = approvers.people.filter(({ user_reference }) => user_reference !== profile?.user_reference)
  const isReaderCounted = people.length < approvers.people.length || (exceedsOwn && comparedOnApproval.has(kind))
  const total = approvers.total - (isReaderCounted ? 1 : 0)
  if (total <= 0) {
    return (
      <Text size="sm" fw={600}>
        {t(nobodyCanApprove(kind))}
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

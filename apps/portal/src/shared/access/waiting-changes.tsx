import { calls, type RoleDraftKind } from '@holdfast/contract'
import { Alert, Anchor } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useText } from '../i18n/text.ts'
import { useList } from '../list/use-list.ts'
import { useCan } from '../session/profile.ts'

interface WaitingChangesProps {
  kind: RoleDraftKind
  subject: string
  mb?: 'md'
}

/** That changes of something wait for somebody who approves them, with a link to them. Nothing for people who may not read roles. */
export const WaitingChanges = ({ kind, subject, mb }: WaitingChangesProps) => {
  const t = useText()
  const can = useCan()
  const filter = useMemo(() => ({ state: 'waiting', kind, subject }), [kind, subject])
  const { rows, total = rows.length } = useList({ call: calls.listRoleDrafts, filter, isEnabled: can('roles:read') })
  const [first] = rows
  if (!first) return null
  const target =
    total === 1
      ? { to: `/dashboard/access/role-drafts/${first.draft_reference}` }
      : { to: '/dashboard/access/role-drafts', search: { filter } as never }
  return (
    <Alert mb={mb} icon={<IconInfoCircle aria-hidden />}>
      <Anchor inherit c="inherit" underline="always" renderRoot={(props) => <Link {...props} {...target} />}>
        {t(kind === 'role_assignment' ? 'role_drafts.waiting_of_person' : 'role_drafts.waiting_of_role', {
          count: total,
        })}
      </Anchor>
    </Alert>
  )
}

import { actionOfDraft, calls, type RoleDraftKind } from '@holdfast/contract'
import { Alert, Anchor } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type MessageId, useText } from '../i18n/text.ts'
import { useList } from '../list/use-list.ts'
import { useCan } from '../session/profile.ts'

interface WaitingChangesProps {
  kind: RoleDraftKind
  /** Absent for the settings of the account, which are there once. */
  subject?: string
  mb?: 'md'
}

const texts = {
  role: 'role_drafts.waiting_of_role',
  role_assignment: 'role_drafts.waiting_of_person',
  group: 'role_drafts.waiting_of_group',
  tag: 'role_drafts.waiting_of_tag',
  app: 'role_drafts.waiting_of_app',
  device_user: 'role_drafts.waiting_of_device_user',
  default_role: 'role_drafts.waiting_of_default_role',
  second_person: 'role_drafts.waiting_of_second_person',
} satisfies Record<RoleDraftKind, MessageId>

/** That changes of something wait for somebody who approves them, with a link to them. People who may not see roles are told of their own. */
export const WaitingChanges = ({ kind, subject, mb }: WaitingChangesProps) => {
  const t = useText()
  const can = useCan()
  const filter = useMemo(() => ({ state: 'waiting', kind, ...(subject !== undefined && { subject }) }), [kind, subject])
  const isEnabled = can('roles:read') || can(actionOfDraft[kind])
  const { rows, total = rows.length } = useList({ call: calls.listRoleDrafts, filter, isEnabled })
  const [first] = rows
  if (!first) return null
  const target =
    total === 1
      ? { to: `/dashboard/access/role-drafts/${first.draft_reference}` }
      : { to: '/dashboard/access/role-drafts', search: { filter } as never }
  return (
    <Alert mb={mb} icon={<IconInfoCircle aria-hidden />}>
      <Anchor inherit c="inherit" renderRoot={(props) => <Link {...props} {...target} />}>
        {t(texts[kind], { count: total })}
      </Anchor>
    </Alert>
  )
}

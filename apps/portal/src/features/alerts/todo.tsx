import type { Action, AlertConditionName } from '@holdfast/contract'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type MessageId, useText } from '../../shared/i18n/text.ts'
import { useCan } from '../../shared/session/profile.ts'

interface Place {
  to: string
  title: MessageId
  /** The rights that open it. */
  action: Action
}

const completeness: Place = {
  to: '/dashboard/devices/completeness',
  title: 'page.completeness',
  action: 'completeness:read',
}
const commands: Place = { to: '/dashboard/devices/commands', title: 'page.commands', action: 'devices:read' }
const enrolment: Place = { to: '/dashboard/devices/enrolment', title: 'page.enrolment', action: 'enrolment:read' }
const licences: Place = { to: '/dashboard/account/licenses', title: 'page.licences', action: 'licences:read' }
const supportAccess: Place = {
  to: '/dashboard/account/support-access',
  title: 'page.support_access',
  action: 'support_access:read',
}
const trail: Place = { to: '/dashboard/account/audit', title: 'page.audit', action: 'audit:read' }

/** The screens of an account that 'What to do' names, besides what an alert is about. */
const places: Readonly<Partial<Record<AlertConditionName, readonly Place[]>>> = {
  payload_late: [commands],
  sequence_gap: [completeness],
  command_failed: [commands],
  factory_reset: [completeness],
  person_without_device: [enrolment],
  licences_near_limit: [licences],
  licences_exhausted: [licences],
  approval_overdue: [{ to: '/dashboard/access/role-drafts', title: 'page.role_drafts', action: 'roles:read' }],
  statement_failed: [
    {
      to: '/dashboard/devices/completeness/statements',
      title: 'page.completeness_statements',
      action: 'completeness:read',
    },
  ],
  secret_expiring: [enrolment],
  support_requested: [supportAccess],
  support_used: [supportAccess],
  alertable_role_used: [trail],
  address_refused: [trail, { to: '/dashboard/access/people', title: 'page.people', action: 'roles:read' }],
  webhook_failed: [{ to: '/dashboard/account/webhooks', title: 'page.webhooks', action: 'webhooks:read' }],
}

/** Advice on an alert, with links to the screens that it names. */
export const Todo = ({ condition, isLinked }: { condition: AlertConditionName; isLinked: boolean }) => {
  const t = useText()
  const can = useCan()
  const open = (isLinked ? (places[condition] ?? []) : []).filter(({ action }) => can(action))
  return (
    <>
      {t(`alert_condition.${condition}.todo`)}
      {open.map(({ to, title }) => (
        <span key={to}>
          {' '}
          <Anchor component={Link} to={to} inherit>
            {t(title)}
          </Anchor>
        </span>
      ))}
    </>
  )
}

import type { PortalUser } from '@holdfast/contract'
import { dayStyle } from '@holdfast/words'
import { useIntl } from 'react-intl'
import { useText } from '../i18n/text.ts'

/** The roles of a person, and until when they have those that were given for a time. */
export const RoleNames = ({ user: { roles, role_assignments } }: { user: PortalUser }) => {
  const t = useText()
  const intl = useIntl()
  const ends = new Map(role_assignments.map((one) => [one.role_reference, one.valid_until]))
  const names = roles.map((role) => {
    const end = ends.get(role)
    if (end === undefined) return role
    const until = intl.formatDate(end, { dateStyle: dayStyle(intl.locale), timeStyle: 'short' })
    return t('people.role_until', { role, until })
  })
  const words = names.join(', ') || '–'
  return <span title={words}>{words}</span>
}

import type { Role } from '@holdfast/contract'
import type { MessageId } from '../i18n/text.ts'

/** System roles come with Holdfast, so their descriptions are translated. */
const systemDescriptions: Readonly<Record<string, MessageId>> = {
  'Account Administrator': 'roles.is_account_administrator',
  'Compliance Officer': 'roles.is_compliance_officer',
  Reviewer: 'roles.is_reviewer',
  Exporter: 'roles.is_exporter',
  'Device Manager': 'roles.is_device_manager',
  Auditor: 'roles.is_auditor',
  'Internal Administrator': 'roles.is_internal_administrator',
  'Internal Support': 'roles.is_internal_support',
}

/** The description of a role; those of an account's own roles are as their author wrote them. */
export const roleDescription = (
  { role_reference, is_system, description }: Pick<Role, 'role_reference' | 'is_system' | 'description'>,
  t: (id: MessageId) => string,
): string | null => {
  const own = is_system ? systemDescriptions[role_reference] : undefined
  return own ? t(own) : description
}

import {
  type AlertPermission,
  alertPermissions,
  nounActionsOf,
  type Permission,
  type SystemRoleName,
} from '@holdfast/contract'

export interface SystemRole {
  readonly role_reference: SystemRoleName
  readonly description: string
  readonly permissions: readonly Permission[]
  readonly alert_permissions: readonly AlertPermission[]
}

const allow = (...matchers: readonly string[]): Permission[] =>
  matchers.map((actions_matching) => ({ actions_matching }))

/** Adds what the nouns that are declared in one place (`nouns`) give to each role. */
const withNouns = (roles: readonly Omit<SystemRole, 'alert_permissions'>[]): SystemRole[] =>
  roles.map((role) => ({
    ...role,
    permissions: [...role.permissions, ...allow(...nounActionsOf(role.role_reference))],
    alert_permissions: alertsOf[role.role_reference] ?? [],
  }))

/** The alerts that system roles may read and change, besides their actions on alerts. */
const alertsOf: Readonly<Partial<Record<SystemRoleName, readonly AlertPermission[]>>> = {
  'Account Administrator': alertPermissions,
  'Compliance Officer': alertPermissions,
  'Device Manager': ['ops_read', 'ops_write'],
  'Internal Administrator': alertPermissions,
  'Internal Support': ['ops_read', 'ops_write'],
}

/** What everybody who looks at recordings needs to find them. */
const searchPermissions = allow(
  'payloads:read',
  'comments:read',
  'groups:read',
  'tags:read',
  'device_users:read',
  'devices:read',
)

const everythingButContent = allow(
  'payloads:read',
  'payloads:update',
  'payloads:delete',
  'payloads:restore',
  'comments:*',
  'receipts:*',
  'reviews:*',
  'transfers:*',
  'devices:*',
  'device_users:*',
  'enrolment:*',
  'groups:*',
  'tags:*',
  'roles:*',
  'account:*',
  'carrier_records:*',
  'carrier_imports:*',
  'completeness:*',
  'audit:*',
  'gps:*',
  'logs:*',
  'telemetry:*',
  'migrations:*',
  'support_access:*',
)

/**
 * The roles of every account, which nobody can edit (docs/decisions/0001, 'Roles'). None opens the provider's area. None has
 * denials, so that they can be combined: an Account Administrator who is also a Reviewer can play.
 */
export const systemRoles: readonly SystemRole[] = withNouns([
  {
    role_reference: 'Account Administrator',
    description: 'Everything but the content of recordings',
    permissions: everythingButContent,
  },
  {
    role_reference: 'Compliance Officer',
    description: 'Recordings and their content, holds, retention, evidence, and who may see them',
    permissions: allow(
      'payloads:*',
      'comments:*',
      'receipts:write',
      'reviews:*',
      'transfers:*',
      'carrier_records:*',
      'carrier_imports:*',
      'completeness:*',
      'devices:read',
      'device_users:read',
      'groups:*',
      'tags:*',
      'roles:*',
      'account:read',
      'audit:*',
      'support_access:*',
    ),
  },
  {
    role_reference: 'Reviewer',
    description: 'Plays and comments on recordings, without download',
    permissions: [
      ...searchPermissions,
      ...allow('payloads:play', 'comments:write', 'receipts:write', 'reviews:read', 'reviews:write'),
    ],
  },
  {
    role_reference: 'Exporter',
    description: 'Downloads recordings and evidence, and runs transfers',
    permissions: [
      ...searchPermissions,
      ...allow(
        'payloads:play',
        'payloads:download',
        'receipts:write',
        'audit:export',
        'transfers:read',
        'transfers:run',
      ),
    ],
  },
  {
    role_reference: 'Device Manager',
    description: 'Devices, their users, personal numbers, positions, logs and telemetry',
    permissions: allow(
      'devices:*',
      'device_users:*',
      'enrolment:*',
      'groups:read',
      'tags:read',
      'completeness:read',
      'completeness:explain',
      'gps:read',
      'logs:read',
      'telemetry:read',
      'migrations:read',
    ),
  },
  {
    role_reference: 'Auditor',
    description: 'Reads the trail of activities only',
    permissions: allow('audit:read'),
  },
])

/** Further roles of the provider's own account, `admin`. */
export const internalSystemRoles: readonly SystemRole[] = withNouns([
  {
    role_reference: 'Internal Administrator',
    description: "The provider's area and the provider's own account",
    permissions: [...allow('internal:*'), ...everythingButContent],
  },
  {
    role_reference: 'Internal Support',
    description: "Customers' accounts at a glance, and support access to them",
    permissions: allow('internal:clients', 'internal:support', 'internal:statistics', 'internal:telemetry'),
  },
])

/** The system roles of an account. */
export const systemRolesOf = (client: string): readonly SystemRole[] =>
  client === 'admin' ? [...internalSystemRoles, ...systemRoles] : systemRoles

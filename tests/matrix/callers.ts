import { type SystemRole, systemRolesOf } from '@holdfast/access'
import type { RoleRules } from '@holdfast/contract'
import { customer, otherCustomer, provider } from './fixture-data.ts'

/** The columns of the matrix: the callers, with their address, roles and account. */

export interface Caller {
  /** The heading of the column. */
  readonly name: string
  readonly kind: 'nobody' | 'handset' | 'person' | 'visitor' | 'app'
  /** The account that the caller belongs to; in support mode the provider's. */
  readonly home: string
  /** The account that the caller's requests are for. */
  readonly at: string
  readonly roles: readonly RoleRules[]
  readonly address: string
}

export interface Section {
  readonly title: string
  readonly callers: readonly Caller[]
}

const anywhere = '192.0.2.10'
export const withinOffice = '10.20.3.4'
export const outsideOfOffice = '10.21.3.4'

/**
 * Allows everything in tagged groups, and some nouns everywhere, with wildcards that would also match the provider's
 * area; denies devices.
 */
export const wildcardRole: RoleRules = {
  role_reference: 'Wildcards',
  permissions: [
    { actions_matching: '*', conditions: [{ keys_matching: 'reg*', values_matching: 'EMEA' }] },
    { actions_matching: 't*' },
    { actions_matching: 'int*' },
    { actions_matching: 'devices:*', is_denied: true },
  ],
  payload_types: ['Call', 'SMS'],
  cidr_ranges: null,
}

/**
 * Allows reading in groups by name, roles and settings, only from the office. Its regex would also match the provider's
 * area.
 */
export const regexRole: RoleRules = {
  role_reference: 'Regexes',
  permissions: [
    {
      actions_matching: '(payloads|devices|device_users|groups|audit|tags):(read|play)',
      is_regex: true,
      conditions: [{ names_matching: 'D.s[kc]', is_regex: true }],
    },
    { actions_matching: '(roles|account|internal|support_access):.*', is_regex: true },
    { actions_matching: '.*:(write|clients)', is_regex: true, is_denied: true },
  ],
  payload_types: ['Call'],
  cidr_ranges: ['10.20.0.0/16'],
}

/**
 * Allows reading everything everywhere, and denies everything in the back office: an allow without a condition, a
 * denial with one.
 */
export const exceptionRole: RoleRules = {
  role_reference: 'Exceptions',
  permissions: [
    { actions_matching: '*:read' },
    { actions_matching: '*', is_denied: true, conditions: [{ names_matching: 'Back*' }] },
  ],
  payload_types: null,
  cidr_ranges: null,
}

export const customRoles: readonly RoleRules[] = [wildcardRole, regexRole, exceptionRole]

interface CallerAccounts {
  kind: Caller['kind']
  home: string
  at: string
}

const callerWithRole = (role: SystemRole | RoleRules, accounts: CallerAccounts, address = anywhere): Caller => ({
  ...accounts,
  name: role.role_reference,
  roles: [role],
  address,
})

const customRoleCallers = (accounts: CallerAccounts): Caller[] => [
  callerWithRole(wildcardRole, accounts),
  { ...callerWithRole(regexRole, accounts, withinOffice), name: 'Regexes, from the office' },
  { ...callerWithRole(regexRole, accounts, outsideOfOffice), name: 'Regexes, from elsewhere' },
  callerWithRole(exceptionRole, accounts),
]

const assignees = (accounts: CallerAccounts, account = accounts.at): Caller[] => [
  ...systemRolesOf(account).map((role) => callerWithRole(role, accounts)),
  ...customRoleCallers(accounts),
]

const systemRole = (account: string, reference: string): SystemRole => {
  const role = systemRolesOf(account).find(({ role_reference }) => role_reference === reference)
  if (!role) throw new Error(`no role ${reference}`)
  return role
}

const administrator = systemRole(customer, 'Account Administrator')
const staffRoles = ['Internal Administrator', 'Internal Support'].map((name) => systemRole(provider, name))

const callersWithoutAccess = (at: string): Caller[] => [
  { name: 'no token', kind: 'nobody', home: at, at, roles: [], address: anywhere },
  { name: 'handset', kind: 'handset', home: customer, at, roles: [], address: anywhere },
  {
    ...callerWithRole(administrator, { kind: 'person', home: otherCustomer, at }),
    name: "another customer's Account Administrator",
  },
]

export const sections: readonly Section[] = [
  {
    title: "The customer's people, and a client app, in the customer's account",
    callers: [
      ...assignees({ kind: 'person', home: customer, at: customer }),
      {
        ...callerWithRole(administrator, { kind: 'app', home: customer, at: customer }),
        name: 'client app, Account Administrator',
      },
    ],
  },
  {
    title: "The provider's staff in support mode, in the role that the customer approved",
    callers: assignees({ kind: 'visitor', home: provider, at: customer }),
  },
  {
    title: "The provider's staff in the provider's own account",
    callers: assignees({ kind: 'person', home: provider, at: provider }),
  },
  {
    title: "All other callers in the customer's account",
    callers: [
      ...callersWithoutAccess(customer),
      ...staffRoles.map((role) => ({
        ...callerWithRole(role, { kind: 'person', home: provider, at: customer }),
        name: `${role.role_reference} without support mode`,
      })),
    ],
  },
  { title: "All other callers in the provider's account", callers: callersWithoutAccess(provider) },
]

export const allCallers: readonly Caller[] = sections.flatMap(({ callers }) => callers)

import type { Condition, Permission, RoleRules } from '@holdfast/contract'
import fc from 'fast-check'
import { brokenRegexes } from '../../../packages/access/test/reference-evaluator.ts'
import { types } from './fixtures.ts'

/** Random roles with matchers that often match some, but not all, of the groups, tags and actions of the fixtures. */

const actionMatchers = [
  '*',
  '*:read',
  '*:*',
  'payloads:*',
  'payloads:read',
  'payloads:play',
  'devices:read',
  'device*',
  'device_users:read',
  'groups:*',
  'audit:read',
  'a*',
  'apps:read',
  'roles:read',
  'tags:*',
  'internal:*',
]
const actionRegexes = [
  '.*',
  '.*:read',
  '(payloads|audit|groups):.*',
  'device(s|_users):read',
  '[a-d].*',
  'audit:(read|export)',
  'payloads:(read|play)|apps:read',
]
const nameMatchers = ['*', 'Sales*', '*UK', 'Legal', 'Trading', 'S*EU', 'sales*', '*a*', 'Nobody']
const nameRegexes = ['Sales (EU|UK)', 'Sales.*', '[LT].*', '.*', 'Sales', '.{7}', ...brokenRegexes.slice(0, 2)]
const keyMatchers = ['region', 'desk', '*', 'r*', 'Region']
const keyRegexes = ['region|desk', '.*', 'reg']
const valueMatchers = ['EU', 'UK', '*', 'rates', 'E*']
const valueRegexes = ['EU|UK', '.*', 'r.*', '[EU]+']

const withChance = (quarters: number) => fc.integer({ min: 0, max: 3 }).map((drawn) => drawn < quarters)

const condition: fc.Arbitrary<Condition> = fc
  .record({ is_regex: withChance(1), is_denied: withChance(1), parts: fc.integer({ min: 1, max: 7 }) })
  .chain(({ is_regex, is_denied, parts }) =>
    fc.record({
      ...(parts & 1 ? { names_matching: fc.constantFrom(...(is_regex ? nameRegexes : nameMatchers)) } : {}),
      ...(parts & 2 ? { keys_matching: fc.constantFrom(...(is_regex ? keyRegexes : keyMatchers)) } : {}),
      ...(parts & 4 ? { values_matching: fc.constantFrom(...(is_regex ? valueRegexes : valueMatchers)) } : {}),
      is_denied: fc.constant(is_denied),
      is_regex: fc.constant(is_regex),
    }),
  )

const permission: fc.Arbitrary<Permission> = withChance(1).chain((is_regex) =>
  fc.record({
    actions_matching: fc.constantFrom(...(is_regex ? actionRegexes : actionMatchers)),
    is_denied: withChance(1),
    is_regex: fc.constant(is_regex),
    conditions: fc.oneof(fc.constant<Condition[]>([]), fc.array(condition, { minLength: 1, maxLength: 2 })),
  }),
)

/** Addresses in the ranges of some roles. There are many, so that no address reaches the request limit. */
const address = fc
  .tuple(fc.constantFrom('10.1.2', '192.0.2'), fc.nat(249))
  .map(([network, host]) => `${network}.${host}`)

const role = (role_reference: string): fc.Arbitrary<RoleRules> =>
  fc.record({
    role_reference: fc.constant(role_reference),
    permissions: fc.array(permission, { minLength: 1, maxLength: 4 }),
    payload_types: fc.oneof(fc.constant(null), fc.subarray([...types], { minLength: 1 })),
    cidr_ranges: fc.constantFrom(null, null, null, ['10/8'], ['192.0.2.0/24', '10.9/16']),
  })

export const roleNames = ['Random 1', 'Random 2', 'Random 3']

/** One to three roles, and the address from which the person calls. */
export const randomAssignee = fc.record({
  roles: fc.tuple(...roleNames.map(role)).chain((roles) => fc.subarray(roles, { minLength: 1 })),
  address,
})

export interface Assignee {
  readonly roles: readonly RoleRules[]
  readonly address: string
}

import { type Condition, type PayloadType, type Permission, payloadTypes, type RoleRules } from '@holdfast/contract'
import fc from 'fast-check'
import type { Group } from '../src/index.ts'
import { brokenRegexes, type ReferenceQuestion } from './reference-evaluator.ts'

/** Few texts that differ by little, so that matchers often match, and often only just don't. */
const names = [
  'Sales',
  'Sales EU',
  'sales',
  'Sales\n',
  'Legal',
  'S',
  'SalesSales',
  'Trading*',
  'SALES',
  '\u017fales',
  'Legal EU 12',
]
const keys = ['region', 'Region', 'desk']
const values = ['EU', 'UK', 'EU\nUK', '']
const actions = [
  'payloads:read',
  'payloads:play',
  'comments:read',
  'groups:read',
  'roles:read',
  'internal:keys',
] as const
const types: readonly PayloadType[] = ['Call', 'SMS', 'Photo']

const nameMatchers = [
  '*',
  'S*',
  '*s',
  'Sales',
  'Sales*',
  'S*l*s',
  'Sales EU',
  '*a*',
  'Sales*Sales',
  'Legal',
  '**',
  '*al*EU*',
  'Legal*12',
]
const nameRegexes = [
  'Sales',
  'S.*',
  '.*',
  'Sales|Legal',
  '[sS]ales.?',
  '(Sales)+',
  'S|Sales EU',
  '^Sales$',
  '(?i:sales)',
  '.*(?i:LES)',
  'Sales( EU)?',
  '.*(EU|ales)',
  '.* EU .*|S+ales',
  '(Legal|Sales) EU.*[0-9]+',
  '\\w+',
  '\\b\\w+\\b',
  '[^ ]+',
  '.{5}',
  ...brokenRegexes,
]
const tagMatchers = ['*', 'region', 'r*', 'EU', '*U', 'E*K', 'desk', 'UK', 'R*']
const tagRegexes = [
  'region|desk',
  '(EU|UK)',
  'E.*',
  '.*',
  '[rR]egion',
  'EU',
  '(?i:REGION|eu)',
  '.*(gio|sk)n?',
  ...brokenRegexes,
]
const actionMatchers = [
  '*',
  'payloads:*',
  '*:read',
  'payloads:read',
  'internal:*',
  'internal:keys',
  'p*:*y',
  'int*',
  'groups:read',
  'roles:read',
]
const actionRegexes = ['payloads:(read|play)', '.*', 'internal:.*', '.*:read', 'payloads:', ...brokenRegexes]

const seldom = fc.integer({ min: 0, max: 3 }).map((drawn) => drawn === 0)

const condition: fc.Arbitrary<Condition> = fc
  .tuple(seldom, fc.boolean(), fc.integer({ min: 0, max: 7 }))
  .chain(([is_regex, is_denied, parts]) =>
    fc.record({
      ...(parts & 1 ? { names_matching: fc.constantFrom(...(is_regex ? nameRegexes : nameMatchers)) } : {}),
      ...(parts & 2 ? { keys_matching: fc.constantFrom(...(is_regex ? tagRegexes : tagMatchers)) } : {}),
      ...(parts & 4 ? { values_matching: fc.constantFrom(...(is_regex ? tagRegexes : tagMatchers)) } : {}),
      is_denied: fc.constant(is_denied),
      is_regex: fc.constant(is_regex),
    }),
  )

const permission: fc.Arbitrary<Permission> = seldom.chain((is_regex) =>
  fc.record(
    {
      actions_matching: fc.constantFrom(...(is_regex ? actionRegexes : actionMatchers)),
      is_denied: seldom,
      is_regex: fc.constant(is_regex),
      conditions: fc.array(condition, { maxLength: 3 }),
    },
    { requiredKeys: ['actions_matching', 'is_regex'] },
  ),
)

const ranges = [
  '10/8',
  '10.0.0.0/8',
  '10.1/16',
  '10.1.2.3/32',
  '0/0',
  '10.0.0.1/33',
  '010.0.0.0/8',
  '192.168.1.128/25',
  '10.1.2.3/8',
]

export const randomRole: fc.Arbitrary<RoleRules> = fc.record(
  {
    role_reference: fc.constantFrom('Reviewers', 'Traders', 'Everyone'),
    permissions: fc.array(permission, { minLength: 1, maxLength: 5 }),
    payload_types: fc.option(fc.subarray([...types])),
    cidr_ranges: fc.option(fc.array(fc.constantFrom(...ranges), { maxLength: 2 })),
  },
  { requiredKeys: ['role_reference', 'permissions'] },
)

export const randomGroup: fc.Arbitrary<Group> = fc.record({
  group_reference: fc.constantFrom(...names),
  tags: fc.array(fc.record({ tag_key: fc.constantFrom(...keys), tag_value: fc.constantFrom(...values) }), {
    maxLength: 3,
  }),
})

export const randomRoles = fc.array(randomRole, { minLength: 1, maxLength: 4 })

export const randomCaller = fc.record({
  client: fc.constantFrom('acme', 'acme', 'admin'),
  address: fc.constantFrom('10.0.0.1', '10.1.2.3', '::ffff:10.1.9.9', '192.168.1.200', '8.8.8.8'),
  account_cidr_ranges: fc.constantFrom(null, null, null, [], ['10/8'], ['0.0.0.0/0', '10/33'], ['999/8']),
})

export const randomQuestion: fc.Arbitrary<Pick<ReferenceQuestion, 'action' | 'payload_type' | 'group'>> = fc.record(
  {
    action: fc.constantFrom(...actions),
    group: randomGroup,
    payload_type: fc.constantFrom(...types, ...payloadTypes),
  },
  { requiredKeys: ['action'] },
)

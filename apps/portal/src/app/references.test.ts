import {
  ClientAppReference,
  DeviceReference,
  DeviceUserReference,
  GroupReference,
  maxMatterReferenceCharacters,
  PayloadReference,
  RoleReference,
  TagKey,
  TransferConfigReference,
  Ulid,
  WebhookReference,
} from '@holdfast/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type referencePatterns, refuseLonger, refuseMalformed } from './references.ts'

const rules = {
  alert_reference: Ulid,
  payload_reference: PayloadReference,
  device_reference: DeviceReference,
  device_user_reference: DeviceUserReference,
  group_reference: GroupReference,
  role_reference: RoleReference,
  tag_key: TagKey,
  app_reference: ClientAppReference,
  webhook_reference: WebhookReference,
  log_id: Ulid,
  access_request_reference: Ulid,
  gap_reference: PayloadReference,
  draft_reference: Ulid,
  import_reference: Ulid,
  record_reference: Ulid,
  statement_reference: Ulid,
  queue_reference: Ulid,
  transfer_config_reference: TransferConfigReference,
  // The contract's rule, which has classes of characters that fast-check can't generate, accepts fewer.
  matter_reference: { pattern: '^.+$', minLength: 1, maxLength: maxMatterReferenceCharacters },
  migration_id: Ulid,
  transfer_id: Ulid,
  request_reference: Ulid,
} as const satisfies Record<keyof typeof referencePatterns, unknown>

const names = Object.keys(rules) as (keyof typeof rules)[]

interface Rule {
  pattern: string
  minLength?: number
  maxLength?: number
}

const takes = ({ pattern, minLength = 0, maxLength = 1000 }: Rule, value: string): boolean => {
  const { length } = [...value]
  return length >= minLength && length <= maxLength && new RegExp(pattern, 'u').test(value)
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789']

/** Random texts of the rule's length, many of which match its pattern. */
const texts = ({ pattern, minLength = 1, maxLength = 40 }: Rule) =>
  fc.oneof(
    fc.stringMatching(new RegExp(pattern, 'u')),
    fc.string({ unit: fc.constantFrom(...letters), minLength, maxLength }),
    fc.string({ unit: 'binary', minLength, maxLength }),
  )

test.each(names)('%s: every reference that the contract accepts is accepted', (name) => {
  const rule = rules[name] as unknown as Rule
  fc.assert(
    fc.property(texts(rule), (value) => {
      fc.pre(takes(rule, value))
      expect(() => refuseMalformed({ params: { [name]: value } })).not.toThrow()
    }),
  )
})

test.each([
  ['payload_reference', 'x'],
  ['payload_reference', 'x'.repeat(37)],
  ['device_reference', 'R5CT:1'],
  ['device_user_reference', 'ab'],
  ['group_reference', ' Equities'],
  ['role_reference', 'no/slash'],
  ['tag_key', 'trailing '],
  ['app_reference', 'a'.repeat(61)],
  ['request_reference', 'not-a-ulid'],
])('%s: %j is malformed', (name, value) => {
  expect(() => refuseMalformed({ params: { [name]: value } })).toThrow()
})

test('other parameters of an address are not checked', () => {
  expect(() => refuseMalformed({ params: { other: ' ,/' } })).not.toThrow()
})

test.each([
  ['/dashboard', '/dashboard', false],
  ['/dashboard/devices/users/$device_user_reference', '/dashboard/devices/users/olivia', false],
  ['/dashboard/devices/users/$device_user_reference', '/dashboard/devices/users/olivia/', false],
  ['/dashboard/devices/users/$device_user_reference', '/dashboard/devices/users/olivia/x', true],
  ['/dashboard/access/groups/$group_reference', '/dashboard/access/groups/Equities%2FLondon', false],
])('%s is asked for by %s and something after it: %s', (screen, address, isRefused) => {
  const refuse = () => refuseLonger(screen, address)
  if (isRefused) expect(refuse).toThrow()
  else expect(refuse).not.toThrow()
})

import {
  type Action,
  type Condition,
  type PayloadType,
  type Permission,
  payloadTypes,
  type RoleRules,
} from '@holdfast/contract'
import type { Group } from '../src/index.ts'

/**
 * A question for this reference implementation of the rules of access (docs/decisions/0001, 'Roles', and 0004). It follows them
 * sentence by sentence, slowly and without code of the package; property tests compare the package with it.
 */
export interface ReferenceQuestion {
  readonly client: string
  readonly address: string
  readonly account_cidr_ranges?: readonly string[] | null
  readonly action: Action
  readonly group?: Group
  readonly payload_type?: PayloadType
}

/** Regexes that RE2 refuses. JavaScript accepts some of them. */
export const brokenRegexes = ['(', '[a', 'a**b(', '(S)\\1', '(?=S).*']

export const referenceAllows = (roles: readonly RoleRules[], asked: ReferenceQuestion): boolean => {
  const question = isOfAccount(asked.action) ? withoutGroup(asked) : asked
  if (!isAdmitted(question)) return false
  if (question.payload_type === undefined && /^(payloads|comments|receipts|reviews):/.test(question.action)) {
    return payloadTypes.every((payload_type) => referenceAllows(roles, { ...question, payload_type }))
  }
  const applying = (isDenied: boolean): boolean =>
    roles.some(
      (role) =>
        isLive(role, question, isDenied) &&
        role.permissions.some(
          (permission) => (permission.is_denied ?? false) === isDenied && applies(permission, question),
        ),
    )
  return applying(false) && !applying(true)
}

/** Roles, tags, account settings, support access, the enrolment secret, files of carriers and the provider's area concern no group. */
export const isOfAccount = (action: Action): boolean =>
  ['roles', 'tags', 'account', 'support_access', 'enrolment', 'carrier_imports', 'internal'].includes(
    action.split(':')[0] ?? '',
  )

const withoutGroup = ({ group, ...question }: ReferenceQuestion): ReferenceQuestion => question

const isAdmitted = ({ address, account_cidr_ranges }: ReferenceQuestion): boolean =>
  !account_cidr_ranges?.length || account_cidr_ranges.some((range) => isInRange(address, range))

const isLive = (role: RoleRules, { address, payload_type }: ReferenceQuestion, isDenied: boolean): boolean => {
  if (role.payload_types && payload_type && !role.payload_types.includes(payload_type)) return false
  if (!role.cidr_ranges) return true
  if (isDenied && role.cidr_ranges.some((range) => bitsOfRange(range) === null)) return true
  return role.cidr_ranges.some((range) => isInRange(address, range))
}

const applies = (permission: Permission, { client, action, group }: ReferenceQuestion): boolean => {
  const isDenied = permission.is_denied ?? false
  if (!referenceMatches(permission.actions_matching, permission.is_regex, action, isDenied)) return false
  if (!isDenied && action.startsWith('internal:')) {
    if (client !== 'admin' || !permission.actions_matching.startsWith('internal:')) return false
  }
  const conditions = permission.conditions ?? []
  if (conditions.length === 0) return true
  return group !== undefined && conditions.every((condition) => holds(condition, group, isDenied))
}

const holds = (condition: Condition, group: Group, isOfDenial: boolean): boolean => {
  const { names_matching: names, keys_matching: keys, values_matching: values, is_regex } = condition
  if (is_regex && [names, keys, values].some((text) => text !== undefined && brokenRegexes.includes(text))) {
    return isOfDenial
  }
  const match = (text: string | undefined, subject: string): boolean =>
    text === undefined || referenceMatches(text, is_regex, subject, false)
  const isNameMet = match(names, group.group_reference)
  const isTagMet =
    (keys === undefined && values === undefined) ||
    group.tags.some((tag) => match(keys, tag.tag_key) && match(values, tag.tag_value))
  return (isNameMet && isTagMet) !== (condition.is_denied ?? false)
}

export const referenceMatches = (
  text: string,
  isRegex: boolean | undefined,
  subject: string,
  whenBroken: boolean,
): boolean => {
  if (!isRegex) return isWildcardMatch(text, subject)
  if (brokenRegexes.includes(text)) return whenBroken
  return new RegExp(`^(?:${text})$`, 'u').test(subject)
}

const isWildcardMatch = (text: string, subject: string): boolean => {
  if (text === '') return subject === ''
  if (text.startsWith('*')) {
    return isWildcardMatch(text.slice(1), subject) || (subject !== '' && isWildcardMatch(text, subject.slice(1)))
  }
  return subject !== '' && text[0] === subject[0] && isWildcardMatch(text.slice(1), subject.slice(1))
}

/** IPv4 only, which is all that the random ranges have; short forms included. */
const bitsOfRange = (range: string): string | null => {
  const [network = '', length = ''] = range.split('/')
  const octets = network.split('.')
  const isGood =
    octets.length <= 4 && octets.every((one) => /^\d{1,3}$/.test(one) && Number(one) < 256) && Number(length) < 33
  return isGood ? bitsOf([...octets, '0', '0', '0'].slice(0, 4)).slice(0, Number(length)) : null
}

const bitsOf = (octets: readonly string[]): string =>
  octets.map((one) => Number(one).toString(2).padStart(8, '0')).join('')

const isInRange = (address: string, range: string): boolean => {
  const bits = bitsOfRange(range)
  return bits !== null && bitsOf(address.replace('::ffff:', '').split('.')).startsWith(bits)
}

import { type Condition, type Permission, payloadTypes, type RoleRules } from '@holdfast/contract'
import { cidrProblem } from './cidr.ts'
import { compileMatcher, regexTooLarge } from './matcher.ts'
import { finish, type Steps } from './steps.ts'

/** A fault of a role: where, as a JSON pointer, and what, as a sentence. */
export interface RoleProblem {
  readonly path: string
  readonly message: string
}

/** Limits of a whole role, because a decision about a group may have to look at all of it. */
const maxConditions = 5_000
const maxRegexInstructions = 20_000

/**
 * Faults that the schema of a role does not find: regexes that do not compile, invalid ranges, empty conditions, too
 * many conditions or too large regexes. Empty if the role can be saved. Empty lists of ranges or payload types are refused,
 * because they allow nothing but look like no restriction.
 */
export const checkRole = (rules: RoleRules): RoleProblem[] => finish(checkRoleInSteps(rules))

/** `checkRole` in steps, for roles with many regexes. */
export function* checkRoleInSteps(rules: RoleRules): Steps<RoleProblem[]> {
  const conditions = rules.permissions.reduce((sum, permission) => sum + (permission.conditions?.length ?? 0), 0)
  if (conditions > maxConditions) {
    return [problem('/permissions', `A role can have at most ${maxConditions} conditions. This one has ${conditions}.`)]
  }
  const tooLarge = yield* findTooLargeRegex(rules)
  if (tooLarge) return [tooLarge]
  return [
    ...(rules.permissions.length === 0 ? [problem('/permissions', 'A role needs at least 1 permission.')] : []),
    ...rules.permissions.flatMap((permission, index) => checkPermission(permission, `/permissions/${index}`)),
    ...checkPayloadTypes(rules),
    ...checkRanges(rules),
  ]
}

const problem = (path: string, message: string): RoleProblem => ({ path, message })

const checkPermission = (permission: Permission, path: string): RoleProblem[] => [
  ...checkMatcher(permission.actions_matching, permission.is_regex, `${path}/actions_matching`),
  ...(permission.conditions ?? []).flatMap((condition, index) =>
    checkCondition(condition, `${path}/conditions/${index}`),
  ),
]

const conditionMatchers = ['names_matching', 'keys_matching', 'values_matching'] as const

const checkCondition = (condition: Condition, path: string): RoleProblem[] => {
  if (Object.values(condition).every((value) => value === undefined)) {
    return [problem(path, 'A condition needs at least 1 property.')]
  }
  return conditionMatchers.flatMap((name) => {
    const text = condition[name]
    return text === undefined ? [] : checkMatcher(text, condition.is_regex, `${path}/${name}`)
  })
}

const checkMatcher = (text: string, isRegex: boolean | undefined, path: string): RoleProblem[] => {
  const matcher = compileMatcher(text, isRegex === true)
  return matcher.kind === 'broken' ? [problem(path, matcher.problem)] : []
}

/** The first regex that is too large, alone or together with those before it. Those after it are not compiled. */
function* findTooLargeRegex({ permissions }: RoleRules): Steps<RoleProblem | null> {
  let instructions = 0
  const seen = new Set<string>()
  for (const { text, path } of regexesOf(permissions)) {
    if (seen.has(text)) continue
    seen.add(text)
    yield
    const matcher = compileMatcher(text, true)
    if (matcher.kind === 'regex') instructions += matcher.instructions
    if (instructions > maxRegexInstructions) return problem(path, 'The regexes up to this one are too large together.')
    if (matcher.kind === 'broken' && matcher.problem === regexTooLarge) return problem(path, matcher.problem)
  }
  return null
}

const regexesOf = (permissions: readonly Permission[]): { text: string; path: string }[] =>
  permissions.flatMap(({ actions_matching, is_regex, conditions = [] }, at) => [
    ...(is_regex ? [{ text: actions_matching, path: `/permissions/${at}/actions_matching` }] : []),
    ...conditions.flatMap((condition, index) =>
      conditionMatchers.flatMap((name) => {
        const text = condition[name]
        return condition.is_regex && text ? [{ text, path: `/permissions/${at}/conditions/${index}/${name}` }] : []
      }),
    ),
  ])

const checkPayloadTypes = ({ payload_types }: RoleRules): RoleProblem[] => {
  if (!payload_types) return []
  if (payload_types.length === 0)
    return [problem('/payload_types', 'Name at least 1 payload type, or leave the list out.')]
  return payload_types.flatMap((type, index) =>
    payloadTypes.includes(type) ? [] : [problem(`/payload_types/${index}`, 'This payload type does not exist.')],
  )
}

const checkRanges = ({ cidr_ranges }: RoleRules): RoleProblem[] => {
  if (!cidr_ranges) return []
  if (cidr_ranges.length === 0) return [problem('/cidr_ranges', 'Name at least 1 CIDR range, or leave the list out.')]
  return cidr_ranges.flatMap((range, index) => {
    const message = cidrProblem(range)
    return message === null ? [] : [problem(`/cidr_ranges/${index}`, message)]
  })
}

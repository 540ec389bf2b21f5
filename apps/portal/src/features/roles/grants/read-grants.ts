import { allActions, type Permission } from '@holdfast/contract'
import {
  type ConditionValues,
  type PermissionValues,
  valuesOfPermission,
} from '../../../shared/access/permission-values.ts'
import { covers, type EditedRule, isMatrixRule, type MatrixRule, type RoleGrants, reachOf } from './role-grants.ts'
import { rulesOf } from './rule-values.ts'

/** More alternatives are not groups that somebody chose one by one. */
const mostAlternatives = 20

/** Groups are those that match one of these lists of conditions; an empty list matches all. */
type Scope = readonly ConditionValues[][]

interface Entry {
  value: PermissionValues
  /** Identifies the conditions. */
  key: string
  /** `null`: not for the matrix. */
  reach: MatrixRule['reach'] | null
}

const entryOf = (permission: Permission): Entry => {
  const value = valuesOfPermission(permission)
  const { actions_matching, conditions, is_denied, is_regex } = value
  const isPlain = !is_denied && !is_regex && allActions.some((action) => covers(actions_matching, action))
  const reach = reachOf(actions_matching)
  const isWithoutEffect = reach === 'account' && conditions.length > 0
  return { value, key: JSON.stringify(conditions), reach: isPlain && !isWithoutEffect ? reach : null }
}

/** The list that occurs most often; the first of them if there are several. */
const mostFrequent = (lists: readonly (readonly string[])[]): readonly string[] => {
  const [most] = [...Map.groupBy(lists, (list) => JSON.stringify(list)).values()].sort(
    (one, other) => other.length - one.length,
  )
  return most?.[0] ?? []
}

/** The groups that most actions have in common: as alternatives, or one list of conditions. */
const possibleScopes = (entries: readonly Entry[]): Scope[] => {
  const limited = entries.filter(({ reach }) => reach === 'groups')
  const ofActions = [...Map.groupBy(limited, ({ value }) => value.actions_matching).values()]
  const several = mostFrequent(ofActions.map((same) => same.map(({ key }) => key)))
  const one = mostFrequent(limited.map(({ key }) => [key]))
  return [several, one]
    .map((keys): Scope => keys.map((key) => JSON.parse(key)))
    .filter(({ length }) => length > 0 && length <= mostAlternatives)
}

/** The actions at `start` that repeat for each alternative of the scope, as the matrix writes them; none if they don't. */
const repeatedAt = (entries: readonly Entry[], start: number, scope: Scope): string[] => {
  const patterns: string[] = []
  const keys = scope.map((conditions) => JSON.stringify(conditions))
  const isAt = (place: number, key: string | undefined) =>
    entries[place]?.reach === 'groups' && entries[place].key === key
  for (let place = start; isAt(place, keys[0]); place++) patterns.push(entries[place]?.value.actions_matching ?? '')
  const isRepeated = keys.every((key, alternative) =>
    patterns.every((pattern, index) => {
      const place = start + alternative * patterns.length + index
      return isAt(place, key) && entries[place]?.value.actions_matching === pattern
    }),
  )
  return isRepeated ? patterns : []
}

const rulesWithin = (entries: readonly Entry[], scope: Scope): EditedRule[] => {
  const rules: EditedRule[] = []
  const further: Permission[] = []
  const keepFurther = () => rules.push(...rulesOf(further.splice(0)))
  let place = 0
  for (let entry = entries[0]; entry !== undefined; entry = entries[place]) {
    const isOfAccount = entry.reach === 'account'
    const patterns = isOfAccount ? [entry.value.actions_matching] : repeatedAt(entries, place, scope)
    if (patterns.length === 0) further.push(entry.value)
    else {
      keepFurther()
      const last = rules.at(-1)
      if (isOfAccount && last && isMatrixRule(last) && last.reach === 'account') last.patterns.push(...patterns)
      else rules.push({ reach: isOfAccount ? 'account' : 'groups', patterns })
    }
    place += isOfAccount || patterns.length === 0 ? 1 : patterns.length * scope.length
  }
  keepFurther()
  return rules
}

const countWithin = (rules: readonly EditedRule[], scope: Scope): number =>
  scope.length * rules.flatMap((rule) => (isMatrixRule(rule) && rule.reach === 'groups' ? rule.patterns : [])).length

/**
 * Stored permissions as scope, matrix and further rules. What scope and matrix can't express is a further rule, so that
 * nothing is lost. Groups that only a minority of the permissions name are no scope of the role.
 */
export const grantsOf = (permissions: readonly Permission[]): RoleGrants => {
  const entries = permissions.map(entryOf)
  const limited = entries.filter(({ reach }) => reach === 'groups').length
  const [best] = possibleScopes(entries)
    .map((scope) => ({ scope, rules: rulesWithin(entries, scope) }))
    .sort((one, other) => countWithin(other.rules, other.scope) - countWithin(one.rules, one.scope))
  if (!best || countWithin(best.rules, best.scope) * 2 < limited)
    return { scope: null, rules: rulesWithin(entries, []) }
  const isEverywhere = best.scope.some(({ length }) => length === 0)
  // All groups beside single groups: the alternatives say nothing more than 'all groups' does.
  if (isEverywhere && best.scope.length > 1) return { scope: null, rules: rulesWithin(entries, [[]]) }
  return { scope: isEverywhere ? null : [...best.scope], rules: best.rules }
}

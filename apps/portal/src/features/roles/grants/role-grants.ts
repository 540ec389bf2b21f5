import type { Action } from '@holdfast/contract'
import type { ConditionValues, PermissionValues } from '../../../shared/access/permission-values.ts'
import { isOfGroups, nounOf } from './matrix-areas.ts'
import { permissionsOf, type RuleValues } from './rule-values.ts'

/** Actions that the matrix shows: allowed in the role's groups, or for the account as a whole. */
export interface MatrixRule {
  reach: 'groups' | 'account'
  /** Actions, and `noun:*` where the stored role has it. */
  patterns: string[]
}

export type EditedRule = MatrixRule | RuleValues

/** The permissions of a role as the editor shows them. */
export interface RoleGrants {
  /** The groups of the whole role: those that match one of these. `null`: all groups. */
  scope: ConditionValues[][] | null
  /** In the order of the stored permissions, so that a role that nobody edits stays as it is. */
  rules: EditedRule[]
}

export const isMatrixRule = (rule: EditedRule): rule is MatrixRule => 'reach' in rule

/** Whether a pattern of the matrix covers an action. */
export const covers = (pattern: string, action: string): boolean =>
  pattern === action || pattern === `${nounOf(action)}:*`

export const reachOf = (action: string): MatrixRule['reach'] => (isOfGroups(action) ? 'groups' : 'account')

/** The permissions that one rule stands for. */
export const permissionsOfRule = (rule: EditedRule, scope: RoleGrants['scope']): PermissionValues[] => {
  if (!isMatrixRule(rule)) return permissionsOf(rule)
  const alternatives = rule.reach === 'account' ? [[]] : (scope ?? [[]])
  return alternatives.flatMap((conditions) =>
    rule.patterns.map((actions_matching) => ({ actions_matching, is_denied: false, is_regex: false, conditions })),
  )
}

export const permissionsOfGrants = ({ scope, rules }: RoleGrants): PermissionValues[] =>
  rules.flatMap((rule) => permissionsOfRule(rule, scope))

/** Whether the matrix allows an action. */
export const isAllowed = ({ rules }: Pick<RoleGrants, 'rules'>, action: Action): boolean =>
  rules.some((rule) => isMatrixRule(rule) && rule.patterns.some((pattern) => covers(pattern, action)))

/** The rules beside the matrix. */
export const furtherRules = ({ rules }: Pick<RoleGrants, 'rules'>): RuleValues[] =>
  rules.filter((rule): rule is RuleValues => !isMatrixRule(rule))

/** The place of each further rule's first permission among all permissions, by which the server names problems. */
export const placesOfFurtherRules = ({ scope, rules }: RoleGrants): number[] => {
  const places: number[] = []
  let place = 0
  for (const rule of rules) {
    if (!isMatrixRule(rule)) places.push(place)
    place += permissionsOfRule(rule, scope).length
  }
  return places
}

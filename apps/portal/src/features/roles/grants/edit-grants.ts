import { type Action, allActions } from '@holdfast/contract'
import { nounOf } from './matrix-areas.ts'
import { covers, type EditedRule, isAllowed, isMatrixRule, type RoleGrants, reachOf } from './role-grants.ts'
import type { RuleValues } from './rule-values.ts'

type Rules = Pick<RoleGrants, 'rules'>

/** A pattern without one action: the other actions of its noun. */
const without = (pattern: string, action: Action): string[] => {
  if (!covers(pattern, action)) return [pattern]
  return pattern === action ? [] : allActions.filter((one) => nounOf(one) === nounOf(action) && one !== action)
}

const withAction = (rules: readonly EditedRule[], action: Action): EditedRule[] => {
  if (isAllowed({ rules: [...rules] }, action)) return [...rules]
  const place = rules.findLastIndex((rule) => isMatrixRule(rule) && rule.reach === reachOf(action))
  const rule = rules[place]
  return rule && isMatrixRule(rule)
    ? rules.with(place, { ...rule, patterns: [...rule.patterns, action] })
    : [...rules, { reach: reachOf(action), patterns: [action] }]
}

const withoutAction = (rules: readonly EditedRule[], action: Action): EditedRule[] =>
  rules.flatMap((rule) => {
    if (!isMatrixRule(rule)) return rule
    const patterns = [...new Set(rule.patterns.flatMap((pattern) => without(pattern, action)))]
    return patterns.length === 0 ? [] : { ...rule, patterns }
  })

/** The rules after actions of the matrix were ticked or unticked. Further rules stay. */
export const withActions = ({ rules }: Rules, actions: readonly Action[], isTicked: boolean): EditedRule[] =>
  actions.reduce<EditedRule[]>(isTicked ? withAction : withoutAction, rules)

/** The rules with these actions in the matrix, and no other. Further rules stay. */
export const withMatrixOf = ({ rules }: Rules, actions: readonly Action[]): EditedRule[] =>
  withActions({ rules: rules.filter((rule) => !isMatrixRule(rule)) }, actions, true)

/** The rules with other further rules, each where the one of the same id was. */
export const withFurtherRules = ({ rules }: Rules, further: readonly RuleValues[]): EditedRule[] => {
  const known = new Map(further.map((rule) => [rule.id, rule]))
  const kept = rules.flatMap((rule) => (isMatrixRule(rule) ? rule : (known.get(rule.id) ?? [])))
  const added = further.filter(({ id }) => !rules.some((rule) => !isMatrixRule(rule) && rule.id === id))
  return [...kept, ...added]
}

import type { Permission } from '@holdfast/contract'
import { type PermissionValues, valuesOfPermission } from '../../../shared/access/permission-values.ts'

/** Permissions that differ in their actions alone, as the editor shows them: one rule with several patterns of actions. */
export interface RuleValues extends Omit<PermissionValues, 'actions_matching'> {
  /** Identifies the rule within the editor; not saved. */
  id: number
  /** At least one. */
  patterns: string[]
}

/** A longer rule would be hard to read, and slow to edit. */
const mostPatterns = 20

let made = 0
const newId = (): number => ++made

export const newRule = (): RuleValues => ({
  id: newId(),
  patterns: [''],
  is_denied: false,
  is_regex: false,
  conditions: [],
})

/** Permissions as rules, in their order. */
export const rulesOf = (permissions: readonly Permission[]): RuleValues[] => {
  const rules: RuleValues[] = []
  let former = ''
  for (const permission of permissions) {
    const { actions_matching, ...rest } = valuesOfPermission(permission)
    const last = rules.at(-1)
    if (last && last.patterns.length < mostPatterns && JSON.stringify(rest) === former) {
      last.patterns.push(actions_matching)
    } else rules.push({ id: newId(), patterns: [actions_matching], ...rest })
    former = JSON.stringify(rest)
  }
  return rules
}

/** The permissions of a rule, one for each pattern. */
export const permissionsOf = ({ id: _, patterns, ...rest }: RuleValues): PermissionValues[] =>
  patterns.map((actions_matching) => ({ actions_matching, ...rest }))

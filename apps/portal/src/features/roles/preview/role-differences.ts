import type { Permission, RoleFields } from '@holdfast/contract'
import type { MessageId } from '../../../shared/i18n/text.ts'
import { type RoleValues, valuesOfRole } from '../grants/role-values.ts'
import { type RuleValues, rulesOf } from '../grants/rule-values.ts'
import { roleTitles, roleWords } from './role-words.ts'

interface RoleDifferences {
  added: RuleValues[]
  removed: RuleValues[]
  /** Fields other than the permissions, as text. */
  changed: { title: MessageId; from: string; to: string }[]
}

/** Rules that differ in their groups alone, together: a role of several groups repeats its actions for each of them. */
export const alikeRules = (rules: readonly RuleValues[]): RuleValues[][] => [
  ...Map.groupBy(rules, ({ patterns, is_denied, is_regex }) =>
    JSON.stringify([patterns, is_denied, is_regex]),
  ).values(),
]

const without = (permissions: readonly Permission[], others: readonly Permission[]): Permission[] => {
  const known = new Set(others.map((one) => JSON.stringify(one)))
  return permissions.filter((one) => !known.has(JSON.stringify(one)))
}

const textsOf = (fields: RoleFields): [keyof RoleFields, string][] => {
  const values: RoleValues = valuesOfRole({ ...fields, role_reference: '' })
  return (Object.keys(roleTitles) as (keyof RoleFields)[]).map((field) => [field, roleWords[field](values)])
}

/** What a change of a role did. The order of permissions makes no difference. */
export const differencesOf = (before: RoleFields, after: RoleFields): RoleDifferences => {
  const former = new Map(textsOf(before))
  return {
    added: rulesOf(without(after.permissions, before.permissions)),
    removed: rulesOf(without(before.permissions, after.permissions)),
    changed: textsOf(after).flatMap(([field, to]) => {
      const from = former.get(field) ?? ''
      return field === 'permissions' || from === to ? [] : { title: roleTitles[field], from, to }
    }),
  }
}

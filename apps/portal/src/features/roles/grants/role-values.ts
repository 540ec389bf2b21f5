import type { Condition, Permission, RoleFields } from '@holdfast/contract'
import type { ConditionValues, PermissionValues } from '../../../shared/access/permission-values.ts'
import { grantsOf } from './read-grants.ts'
import { permissionsOfGrants, type RoleGrants } from './role-grants.ts'

/** The form values of a role: every text is present, if empty, so that inputs are controlled. */
export interface RoleValues extends Omit<RoleFields, 'description' | 'permissions'>, RoleGrants {
  role_reference: string
  description: string
}

export const valuesOfRole = (role: (RoleFields & { role_reference: string }) | null): RoleValues => ({
  role_reference: role?.role_reference ?? '',
  description: role?.description ?? '',
  ...grantsOf(role?.permissions ?? []),
  payload_types: role?.payload_types ? [...role.payload_types] : null,
  cidr_ranges: role?.cidr_ranges ? [...role.cidr_ranges] : null,
  alert_permissions: [...(role?.alert_permissions ?? [])],
  is_alertable: role?.is_alertable ?? false,
  test_cases: (role?.test_cases ?? []).map((testCase) => ({ ...testCase })),
})

/** The input of the call, without empty matchers. */
export const fieldsOfRole = ({ role_reference: _, description, scope, rules, ...rest }: RoleValues): RoleFields => ({
  ...rest,
  description: description.trim() === '' ? null : description,
  permissions: permissionsOfGrants({ scope, rules }).map(permissionOf),
})

const permissionOf = ({ actions_matching, is_denied, is_regex, conditions }: PermissionValues): Permission => ({
  actions_matching,
  ...(is_denied ? { is_denied } : {}),
  ...(is_regex ? { is_regex } : {}),
  ...(conditions.length > 0 ? { conditions: conditions.map(conditionOf) } : {}),
})

const conditionOf = ({ is_denied, is_regex, ...matchers }: ConditionValues): Condition => ({
  ...Object.fromEntries(Object.entries(matchers).filter(([, matcher]) => matcher !== '')),
  ...(is_denied ? { is_denied } : {}),
  ...(is_regex ? { is_regex } : {}),
})

const isWritten = ({ names_matching, keys_matching, values_matching }: ConditionValues): boolean =>
  [names_matching, keys_matching, values_matching].some((matcher) => matcher !== '')

/** The scope without lines that are still empty, which would stand for all groups. */
export const writtenScope = (scope: RoleGrants['scope']): RoleGrants['scope'] =>
  scope?.filter((conditions) => conditions.some(isWritten)) ?? null

/** Whether each line of the scope says something, and there is one. */
export const isWholeScope = (scope: RoleGrants['scope']): boolean =>
  scope === null || (scope.length > 0 && scope.every((conditions) => conditions.some(isWritten)))

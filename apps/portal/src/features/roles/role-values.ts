import type { Condition, Permission, Role, RoleFields } from '@holdfast/contract'
import type { ConditionValues, PermissionValues } from '../../shared/access/permission-values.ts'
import { newRule, permissionsOf, type RuleValues, rulesOf } from './rule-values.ts'

/** The form values of a role: every text is present, if empty, so that inputs are controlled. */
export interface RoleValues extends Omit<RoleFields, 'description' | 'permissions'> {
  role_reference: string
  description: string
  permissions: RuleValues[]
}

export const valuesOfRole = (role: Role | null): RoleValues => ({
  role_reference: role?.role_reference ?? '',
  description: role?.description ?? '',
  permissions: role ? rulesOf(role.permissions) : [newRule()],
  payload_types: role?.payload_types ? [...role.payload_types] : null,
  cidr_ranges: role?.cidr_ranges ? [...role.cidr_ranges] : null,
  alert_permissions: [...(role?.alert_permissions ?? [])],
  is_alertable: role?.is_alertable ?? false,
  test_cases: (role?.test_cases ?? []).map((testCase) => ({ ...testCase })),
})

/** The input of the call, without empty matchers. */
export const fieldsOfRole = ({ role_reference: _, description, permissions, ...rest }: RoleValues): RoleFields => ({
  ...rest,
  description: description.trim() === '' ? null : description,
  permissions: permissions.flatMap(permissionsOf).map(permissionOf),
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

import type { Condition, Permission } from '@holdfast/contract'

/** A permission as form values: every text is present, if empty. */
export interface PermissionValues {
  actions_matching: string
  is_denied: boolean
  is_regex: boolean
  conditions: ConditionValues[]
}

export type ConditionValues = Required<Condition>

export const newCondition = (): ConditionValues => ({
  names_matching: '',
  keys_matching: '',
  values_matching: '',
  is_denied: false,
  is_regex: false,
})

export const valuesOfPermission = ({
  actions_matching,
  is_denied,
  is_regex,
  conditions,
}: Permission): PermissionValues => ({
  actions_matching,
  is_denied: is_denied ?? false,
  is_regex: is_regex ?? false,
  conditions: (conditions ?? []).map((condition) => ({ ...newCondition(), ...condition })),
})

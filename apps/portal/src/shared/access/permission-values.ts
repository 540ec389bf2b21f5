import type { Condition, Permission } from '@holdfast/contract'

/** A permission as form values: every text is present, if empty. */
export interface PermissionValues {
  /** Identifies the permission within the editor; not saved. */
  id: number
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

let made = 0
const newId = (): number => ++made

export const newPermission = (): PermissionValues => ({
  id: newId(),
  actions_matching: '',
  is_denied: false,
  is_regex: false,
  conditions: [],
})

export const valuesOfPermission = ({
  actions_matching,
  is_denied,
  is_regex,
  conditions,
}: Permission): PermissionValues => ({
  id: newId(),
  actions_matching,
  is_denied: is_denied ?? false,
  is_regex: is_regex ?? false,
  conditions: (conditions ?? []).map((condition) => ({ ...newCondition(), ...condition })),
})

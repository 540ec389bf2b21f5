import { calls } from '@holdfast/contract'
import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core'
import { useEffect } from 'react'
import { useList } from '../list/use-list.ts'
import { useCan } from '../session/profile.ts'

const noFilter = {}

/** The names of all roles, and of those that are chosen already but not readable or gone. */
const useRoleNames = (chosen: readonly string[]): string[] => {
  const can = useCan()
  const { rows, hasMore, loadMore } = useList({
    call: calls.listRoles,
    filter: noFilter,
    pageRows: 100,
    isEnabled: can('roles:read'),
  })
  useEffect(() => {
    if (hasMore) loadMore()
  })
  return [...new Set([...rows.map(({ role_reference }) => role_reference), ...chosen])]
}

/** A role by name, or none. */
export const RoleInput = (props: SelectProps) => (
  <Select clearable searchable {...props} data={useRoleNames(props.value ? [props.value] : [])} />
)

/** Several roles by name. */
export const RolesInput = (props: MultiSelectProps) => (
  <MultiSelect searchable {...props} data={useRoleNames(props.value ?? [])} />
)

import type { AccessDifference } from '@holdfast/access'
import type { AccessDifference as NamedDifference } from '@holdfast/contract'

const maxGroups = 20

/** A difference as calls return it: all groups counted, the first of them named. */
export const namedDifference = ({
  action,
  payload_types,
  groups,
  without_group,
}: AccessDifference): NamedDifference => ({
  action,
  payload_types: payload_types && [...payload_types],
  group_count: groups.length,
  groups: groups.slice(0, maxGroups),
  without_group,
})

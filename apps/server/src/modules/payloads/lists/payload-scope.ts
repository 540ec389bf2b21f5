import type { Visibility } from '@holdfast/access'
import type { PayloadType } from '@holdfast/contract'
import { sql } from 'kysely'
import { allOf, type Condition, isAnyOf } from '../../../platform/database/index.ts'

/** Where to look for payloads: types, and the groups to search; `null` for all groups. */
export interface Scope {
  types: readonly PayloadType[]
  groups: readonly string[] | null
}

/** What the caller may see, narrowed to the groups of a filter. */
export const scopesOf = (visible: readonly Visibility[], wanted: readonly string[] | undefined): Scope[] =>
  visible.flatMap(({ payload_types, groups }) => {
    const searched = groupsToSearch(groups, wanted)
    return searched?.length === 0 ? [] : [{ types: payload_types, groups: searched }]
  })

const groupsToSearch = (seen: Visibility['groups'], wanted: readonly string[] | undefined) => {
  if (seen === 'all') return wanted ?? null
  return wanted ? seen.filter((group) => wanted.includes(group)) : seen
}

/** With more branches than this, a single scan by time that filters by group finds a page sooner. */
const maxBranches = 256

/** Whether each group and type can be looked up in an index by itself, for each of so many numbers. */
export const hasFewBranches = (groups: readonly string[], types: readonly string[], numbers = 1): boolean =>
  groups.length * types.length * numbers <= maxBranches

/** What both allow. No payload type is in two rows of the same list. */
export const visibleInBoth = (left: readonly Visibility[], right: readonly Visibility[]): Visibility[] =>
  left.flatMap((one) =>
    right.flatMap((other) => {
      const payload_types = one.payload_types.filter((type) => other.payload_types.includes(type))
      const groups = groupsInBoth(one.groups, other.groups)
      return payload_types.length === 0 || groups.length === 0 ? [] : [{ payload_types, groups }]
    }),
  )

const groupsInBoth = (left: Visibility['groups'], right: Visibility['groups']): Visibility['groups'] => {
  if (left === 'all') return right
  if (right === 'all') return left
  const allowed = new Set(right)
  return left.filter((group) => allowed.has(group))
}

/** The condition for rows with the group and type of a recording that the caller may see. */
export const isVisibleIn = (visible: readonly Visibility[]): Condition => {
  const each = visible.map(({ payload_types, groups }) =>
    allOf([isAnyOf('payload_type', payload_types), groups === 'all' ? undefined : isAnyOf('group', groups)]),
  )
  return sql<boolean>`(${sql.join([sql`false`, ...each], sql` or `)})`
}

import type { Visibility } from '@holdfast/access'
import { type DrawLeftOut, type DrawStop, type PayloadQueueFilter, payloadTypes } from '@holdfast/contract'
import type { GroupIndex } from '../../core/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { mayOpenMatterOf } from '../legal-holds/index.ts'
import { actionsToList, scopesOf } from '../payloads/index.ts'
import { peopleWith, rightsOf, selectActivePeople } from '../portal-users/index.ts'
import type { QueueRow } from './queue-record.ts'

/** The recordings that a draw may choose from, or the reason why there is none. */
type AuthorRights = { visible: Visibility[] } | { stop: DrawStop }

/** The recordings that the author of a queue may list now and whose reviews they manage. */
export const rightsOfAuthor = async (
  tx: TenantTransaction,
  { filter, repeats_by }: Pick<QueueRow, 'filter' | 'repeats_by'>,
  { all }: GroupIndex,
): Promise<AuthorRights> => {
  if (repeats_by === null) return { stop: 'author_removed' }
  const author = await selectActivePeople(tx).where('user_reference', '=', repeats_by).execute()
  if (author.length === 0) return { stop: 'author_removed' }
  const able = await peopleWith(tx, await mayOpenMatterOf(tx, filter, repeats_by), author)
  if (able.length === 0) return { stop: 'matter' }
  const may = await rightsOf(tx, [repeats_by], ['reviews:manage', ...actionsToList(filter)])
  const visible = (filter.payload_types ?? payloadTypes).flatMap((payload_type): Visibility[] => {
    const groups = all.filter((group) => may(repeats_by, { group, payload_type }))
    if (groups.length === 0) return []
    const references = groups.map(({ group_reference }) => group_reference)
    return [{ payload_types: [payload_type], groups: groups.length === all.length ? 'all' : references }]
  })
  return scopesOf(visible, filter.groups).length === 0 ? { stop: 'author' } : { visible }
}

/** The groups and kinds that a filter asks for and that are not visible: by name, if the filter names them. `null` if all are. */
export const leftOutOf = (
  { payload_types, groups }: PayloadQueueFilter,
  visible: readonly Visibility[],
  { all }: GroupIndex,
): DrawLeftOut | null => {
  const groupsOf = new Map(
    visible.flatMap((one) =>
      one.payload_types.map((type) => [type, one.groups === 'all' ? null : new Set(one.groups)] as const),
    ),
  )
  const wantedTypes = payload_types ?? payloadTypes
  const wantedGroups = groups ?? all.map(({ group_reference }) => group_reference)
  const isSeen = (type: (typeof payloadTypes)[number], group: string): boolean => {
    const seen = groupsOf.get(type)
    return seen === null || (seen?.has(group) ?? false)
  }
  const hiddenTypes = wantedTypes.filter((type) => !wantedGroups.some((group) => isSeen(type, group)))
  const seenTypes = wantedTypes.filter((type) => !hiddenTypes.includes(type))
  const hiddenGroups = wantedGroups.filter((group) => !seenTypes.every((type) => isSeen(type, group)))
  if (hiddenTypes.length === 0 && hiddenGroups.length === 0) return null
  return {
    payload_types: payload_types ? hiddenTypes : [],
    groups: groups ? hiddenGroups : [],
    others: (!payload_types && hiddenTypes.length > 0) || (!groups && hiddenGroups.length > 0),
  }
}

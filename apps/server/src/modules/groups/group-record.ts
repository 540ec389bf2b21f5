import type { Group as GroupOfAccess, Tag } from '@holdfast/access'
import type { Group } from '@holdfast/contract'
import { sql } from 'kysely'
import { keepFormer, recordsBefore, type TenantTransaction, versionedTable } from '../../platform/database/index.ts'
import { statsOfGroups } from './group-stats.ts'

export const groups = versionedTable({
  table: 'groups',
  key: 'group_reference',
  columns: ['client', 'group_reference', 'tags', 'updated_at', 'updated_by', 'version'],
  history: { kind: 'group', columns: ['tags'] },
})

export const lastChangesOfGroups = groups.lastChanges

/** Groups with their counts, in the order of the references. Unknown references are left out. */
export const loadGroups = async (tx: TenantTransaction, references: readonly string[]): Promise<Group[]> => {
  if (references.length === 0) return []
  const stats = await statsOfGroups(tx, references)
  const rows = await groups.select(tx).where('group_reference', 'in', references).execute()
  // In the order of the references, since the database may sort by the collation of a language.
  const byReference = new Map(rows.map((row) => [row.group_reference, row]))
  return references.flatMap((reference) => {
    const row = byReference.get(reference)
    const counted = stats.get(reference)
    return row && counted ? [{ ...row, stats: counted }] : []
  })
}

/** Like `groups.lock`, but device users and devices can be added to the group meanwhile. */
export const lockGroupAllowingMembers = (tx: TenantTransaction, group_reference: string) =>
  groups.select(tx).where('group_reference', '=', group_reference).forNoKeyUpdate().executeTakeFirst()

/**
 * Prevents groups from being deleted until the transaction ends.
 * @returns whether all of them exist
 */
export const lockGroups = async (tx: TenantTransaction, group_references: readonly string[]): Promise<boolean> => {
  if (group_references.length === 0) return true
  const held = await tx.db
    .selectFrom('groups')
    .select('group_reference')
    .where('client', '=', tx.client)
    .where('group_reference', 'in', group_references)
    .orderBy('group_reference')
    .forKeyShare()
    .execute()
  return held.length === group_references.length
}

/** All groups of the account with their tags, ordered by reference. */
export const allGroups = (tx: TenantTransaction) =>
  tx.db
    .selectFrom('groups')
    .select(['group_reference', 'tags'])
    .where('client', '=', tx.client)
    .orderBy('group_reference')
    .execute()

/** All groups with their tags as they were at a moment, ordered by reference. */
export const groupsAt = async (tx: TenantTransaction, at: Date): Promise<GroupOfAccess[]> => {
  const groups = new Map<string, GroupOfAccess>((await allGroups(tx)).map((group) => [group.group_reference, group]))
  for (const [group_reference, then] of await recordsBefore<Pick<GroupOfAccess, 'tags'>>(tx, 'group', at)) {
    if (then === null) groups.delete(group_reference)
    else groups.set(group_reference, { group_reference, tags: then.tags })
  }
  return [...groups.values()].sort((one, other) => (one.group_reference < other.group_reference ? -1 : 1))
}

/**
 * Replaces the tags of any number of groups with one statement. Increments their versions, so that nobody overwrites the
 * change without seeing it.
 */
export const replaceTags = async (
  tx: TenantTransaction,
  changed: readonly GroupOfAccess[],
  updated_by: string,
): Promise<void> => {
  const references = changed.map(({ group_reference }) => group_reference)
  const tags = changed.map((group) => JSON.stringify(group.tags))
  const former = sql`select group_reference as reference, jsonb_build_object('tags', tags) as record from groups
    where client = ${tx.client} and group_reference = any(${references}::text[])`
  await keepFormer(tx, 'group', former)
  await sql`update groups
    set tags = changed.tags, updated_at = ${tx.now}, updated_by = ${updated_by}, version = groups.version + 1
    from unnest(${references}::text[], ${tags}::jsonb[]) as changed (group_reference, tags)
    where groups.client = ${tx.client} and groups.group_reference = changed.group_reference`.execute(tx.db)
}

const selectDeleted = (tx: TenantTransaction) =>
  tx.db.selectFrom('deleted_groups').select(['group_reference', 'tags']).where('client', '=', tx.client)

/** The groups that were deleted, with their last tags. One of the same name may have been created since. */
export const deletedGroups = (tx: TenantTransaction) => selectDeleted(tx).execute()

/** The last tags of a deleted group with this reference; `undefined` if there was none. */
export const tagsOfDeletedGroup = async (
  tx: TenantTransaction,
  group_reference: string,
): Promise<readonly Tag[] | undefined> => {
  const deleted = await selectDeleted(tx).where('group_reference', '=', group_reference).executeTakeFirst()
  return deleted?.tags
}

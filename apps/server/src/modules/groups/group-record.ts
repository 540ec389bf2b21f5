import type { Tag } from '@holdfast/access'
import type { Group } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { statsOfGroups } from './group-stats.ts'

/** Groups with their counts, in the order of the references; those that don't exist are left out. */
export const loadGroups = async (tx: TenantTransaction, references: readonly string[]): Promise<Group[]> => {
  if (references.length === 0) return []
  const stats = await statsOfGroups(tx, references)
  const rows = await tx.db
    .selectFrom('groups')
    .select(['client', 'group_reference', 'tags', 'updated_at', 'updated_by', 'version'])
    .where('client', '=', tx.client)
    .where('group_reference', 'in', references)
    .execute()
  // In the order of the page: a database may sort by the rules of a language.
  const byReference = new Map(rows.map((row) => [row.group_reference, row]))
  return references.flatMap((reference) => {
    const row = byReference.get(reference)
    const counted = stats.get(reference)
    return row && counted ? [{ ...row, stats: counted }] : []
  })
}

/**
 * A group that nobody else changes or deletes until this transaction ends.
 * @param strength `no key update` lets device users and devices join it meanwhile, `update` lets nobody
 */
export const holdGroup = (tx: TenantTransaction, group_reference: string, strength: 'no key update' | 'update') => {
  const row = tx.db
    .selectFrom('groups')
    .select(['group_reference', 'tags', 'updated_at', 'updated_by', 'version'])
    .where('client', '=', tx.client)
    .where('group_reference', '=', group_reference)
  return (strength === 'update' ? row.forUpdate() : row.forNoKeyUpdate()).executeTakeFirst()
}

/** Keeps groups from being deleted until this transaction ends. Answers whether all of them are there. */
export const holdGroups = async (tx: TenantTransaction, group_references: readonly string[]): Promise<boolean> => {
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

/** The tags that a group of this reference had when it was deleted; undefined when there never was one. */
export const tagsOfDeletedGroup = async (
  tx: TenantTransaction,
  group_reference: string,
): Promise<readonly Tag[] | undefined> => {
  const deleted = await tx.db
    .selectFrom('deleted_groups')
    .select('tags')
    .where('client', '=', tx.client)
    .where('group_reference', '=', group_reference)
    .executeTakeFirst()
  return deleted?.tags
}

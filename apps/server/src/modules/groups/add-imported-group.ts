import type { Group } from '@holdfast/access'
import { ProductError } from '@holdfast/contract'
import { bumpAccessVersion } from '../../core/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { groups, tagsOfDeletedGroup } from './group-record.ts'
import { assertTagsAgree, loadTagRules, tagsWithDefaults } from './tag-rules.ts'

/**
 * Why a migration may not add a group; `null`: it may. A group of the same name that was deleted had tags by which people see its trail, so
 * that only a person brings it back.
 */
export const problemOfImportedGroup = async (
  tx: TenantTransaction,
  { group_reference, tags }: Group,
): Promise<'deleted_group' | 'group_tags' | null> => {
  if (await tagsOfDeletedGroup(tx, group_reference)) return 'deleted_group'
  const rules = await loadTagRules(tx)
  try {
    assertTagsAgree({ group_reference, tags: tagsWithDefaults(tags, rules) }, rules)
    return null
  } catch (error) {
    if (!(error instanceof ProductError)) throw error
    return 'group_tags'
  }
}

/** Adds a group of a migration, with its tags and those that have defaults. */
export const addImportedGroup = async (
  tx: TenantTransaction,
  { group_reference, tags: given }: Group,
  updated_by: string,
): Promise<void> => {
  await bumpAccessVersion(tx)
  const tags = tagsWithDefaults(given, await loadTagRules(tx))
  await groups.insert(tx, group_reference, { tags: JSON.stringify(tags) }, updated_by)
}

/** Whether there is such a group. */
export const isGroup = async (tx: TenantTransaction, group_reference: string): Promise<boolean> =>
  (await groups.find(tx, group_reference)) !== undefined

import { ProductError, type TagRules } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { allGroups } from '../groups/index.ts'
import { changesOfInvalidGroups } from './invalid-groups.ts'
import { assertValidDefinition, rulesOf } from './put-tag.ts'
import { tagDefinitions } from './tag-record.ts'
import { assertMayChangeAll } from './update-invalid-groups.ts'

/**
 * Checks a forced change or deletion (`null`) of an existing definition, apart from what it gives to whom.
 * @returns the definition as it is
 * @throws ProductError `request.not_found`, `edit.conflict`, `request.invalid`, `access.exceeds_own` if the caller may not change all groups
 */
export const checkTagChange = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  { tag_key, version, definition }: { tag_key: string; version: number; definition: TagRules | null },
): Promise<TagRules> => {
  const stored = await tagDefinitions.lock(tx, tag_key)
  if (!stored) throw new ProductError('request.not_found')
  assertVersion(version, stored)
  if (definition) assertValidDefinition(definition)
  const rules = definition && { tag_key, ...definition }
  assertMayChangeAll(ctx, changesOfInvalidGroups(tag_key, rules, await allGroups(tx)))
  return rulesOf(stored)
}

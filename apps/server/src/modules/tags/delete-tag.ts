import { type CallInput, type calls, ProductError, type TagDeletion } from '@holdfast/contract'
import { bumpAccessVersion } from '../../core/authorization/index.ts'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { visitsOf } from '../access-gains/index.ts'
import type { ChangedDefinition } from './put-tag.ts'
import { tagDefinitions } from './tag-record.ts'
import { updateInvalidGroups } from './update-invalid-groups.ts'

type Input = CallInput<typeof calls.deleteTag>

/** `DELETE /tags/{tag_key}`: if forced, removes the tag from the groups that have it. */
export const deleteTag = async (ctx: RequestContext, { params, query }: Input): Promise<TagDeletion> => {
  const forced = { force_update: query.force_update === true, accept_gains: query.accept_gains === true }
  const visits = await visitsOf(ctx)
  const change = { tag_key: params.tag_key, version: query.version, ...forced, visits, madeBy: 'author' as const }
  return ctx.transaction((tx) => removeTag(ctx, tx, change))
}

/** @throws ProductError `request.not_found`, `edit.conflict`, and those of `updateInvalidGroups` */
export const removeTag = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  { version, ...change }: Omit<ChangedDefinition, 'rules'>,
): Promise<TagDeletion> => {
  const { tag_key } = change
  await bumpAccessVersion(tx)
  const tag = await tagDefinitions.lock(tx, tag_key)
  if (!tag) throw new ProductError('request.not_found')
  assertVersion(version, tag)
  const changed = await updateInvalidGroups(ctx, tx, { ...change, rules: null })
  await tagDefinitions.remove(tx, tag_key)
  const { tag_values, is_required, default_value } = tag
  tx.audit('tag.deleted', {
    tag_key,
    before: { tag_values, is_required, default_value },
    changed_groups: changed.all,
  })
  return { changed_groups: changed.named, changed_total: changed.all.length }
}

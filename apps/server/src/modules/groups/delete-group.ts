import { type CallInput, type calls, ProductError } from '@holdfast/contract'
import { bumpAccessVersion } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { describeHolders, holdersOfGroup } from './group-holders.ts'
import { groups } from './group-record.ts'
import { isVisibleTo } from './may-write-group.ts'

type Input = CallInput<typeof calls.deleteGroup>

/** `DELETE /groups/{group_reference}`: refused while anything belongs to the group. The refusal lists what that is. */
export const deleteGroup = async (ctx: RequestContext, { params, query }: Input): Promise<undefined> => {
  const { group_reference } = params
  await ctx.transaction(async (tx) => {
    await bumpAccessVersion(tx)
    const group = await groups.lock(tx, group_reference)
    if (!group || !isVisibleTo(ctx.access, group)) throw new ProductError('request.not_found')
    ctx.setAuditGroup(group_reference)
    if (!ctx.access.can('groups:write', { group })) throw new ProductError('auth.forbidden')
    assertVersion(query.version, group)
    await assertUnused(tx, group_reference)
    await remember(tx, group, ctx.actor.reference)
    await groups.remove(tx, group_reference)
    tx.audit('group.deleted', { group_reference, before: { tags: group.tags } })
  })
}

const assertUnused = async (tx: TenantTransaction, group_reference: string): Promise<void> => {
  const counts = await holdersOfGroup(tx, group_reference)
  const holders = describeHolders(counts)
  if (holders !== null) throw new ProductError('group.in_use', { holders, counts })
}

const remember = (
  tx: TenantTransaction,
  { group_reference, tags }: { group_reference: string; tags: object },
  deleted_by: string,
) =>
  tx.db
    .insertInto('deleted_groups')
    .values({ client: tx.client, group_reference, tags: JSON.stringify(tags), deleted_at: tx.now, deleted_by })
    .onConflict((conflict) =>
      conflict.columns(['client', 'group_reference']).doUpdateSet((eb) => ({
        tags: eb.ref('excluded.tags'),
        deleted_at: eb.ref('excluded.deleted_at'),
        deleted_by: eb.ref('excluded.deleted_by'),
      })),
    )
    .execute()

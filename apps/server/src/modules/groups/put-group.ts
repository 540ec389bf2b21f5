import type { Group as GroupOfAccess, Tag } from '@holdfast/access'
import { type CallInput, type calls, type Group, ProductError } from '@holdfast/contract'
import { bumpAccessVersion } from '../../core/authorization/index.ts'
import { type AuditedTransaction, isUnchanged, type RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { type GrantingTagChange, grantByTagChange, visitsOf } from '../access-gains/index.ts'
import { groups, loadGroups, lockGroupAllowingMembers, tagsOfDeletedGroup } from './group-record.ts'
import { assertGainsNothing, assertMayChangeGroup, assertMayCreateGroup, isVisibleTo } from './may-write-group.ts'
import { assertTagsAgree, loadTagRules, tagsWithDefaults } from './tag-rules.ts'

type Input = CallInput<typeof calls.putGroup>

/** `PUT /groups/{group_reference}`: creates the group or replaces its tags. With version 0, only creates it. */
export const putGroup = async (ctx: RequestContext, { params, query, body }: Input): Promise<Group> => {
  const { group_reference } = params
  const grant = { accept_gains: query.accept_gains === true, visits: await visitsOf(ctx), madeBy: 'author' as const }
  return ctx.transaction((tx) => saveGroup(ctx, tx, { group_reference, version: body.version, tags: body.tags }, grant))
}

/** What a group is to become. */
export interface ChangedTags {
  group_reference: string
  version: number | undefined
  tags: readonly Tag[]
}

type Grant = Pick<GrantingTagChange, 'accept_gains' | 'visits' | 'madeBy'>

/** Creates or changes a group. `checkGroupChange` says what is refused, whoever makes the change. */
export const saveGroup = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  change: ChangedTags,
  given: Grant,
): Promise<Group> => {
  const { group_reference } = change
  ctx.setAuditGroup(group_reference)
  // Serialises changes of an account's groups and tags, so that the rules do not change while a group is checked.
  await bumpAccessVersion(tx)
  const { before, after } = await checkGroupChange(ctx, tx, change)
  const grant = { ...given, about: { group_reference } }
  if (!before) await createGroup(ctx, tx, after, grant)
  else if (isUnchanged(before.tags, after.tags)) tx.audit('record.unchanged', { group_reference })
  else await replaceTags(ctx, tx, { before, after }, grant)
  const [group] = await loadGroups(tx, [group_reference])
  if (!group) throw new Error('A group that was written is not there')
  return group
}

/**
 * Checks what a group is to become, apart from what that gives to whom.
 * @throws ProductError `auth.forbidden`, `edit.conflict`, `group.tags_invalid`, `request.invalid`
 */
export const checkGroupChange = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  { group_reference, version, tags }: ChangedTags,
): Promise<{ before: GroupOfAccess | null; after: GroupOfAccess }> => {
  const rules = await loadTagRules(tx)
  const after = { group_reference, tags: tagsWithDefaults(tags, rules) }
  const before = await lockGroupAllowingMembers(tx, group_reference)
  if (before && isVisibleTo(ctx.access, before)) {
    assertMayChangeGroup(ctx.access, { before, after })
    assertVersion(version, before)
    assertTagsAgree(after, rules)
    return { before, after }
  }
  assertMayCreateGroup(ctx.access, after)
  assertVersion(version, null)
  assertTagsAgree(after, rules)
  // The group exists, but the caller may not see it. Checked last, to reveal that as late as possible.
  if (before) throw new ProductError('edit.conflict')
  return { before: null, after }
}

const replaceTags = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  change: { before: GroupOfAccess; after: GroupOfAccess },
  grant: Omit<GrantingTagChange, 'changes'>,
): Promise<void> => {
  const { before, after } = change
  const { group_reference } = after
  await assertGainsNothing(ctx, tx, [change])
  await grantByTagChange(ctx, tx, { ...grant, changes: [change] })
  await groups.replace(tx, group_reference, { tags: JSON.stringify(after.tags) }, ctx.actor.reference)
  tx.audit('group.updated', { group_reference, before: { tags: before.tags }, after: { tags: after.tags } }, [
    group_reference,
  ])
}

/**
 * Creates a group. If a group with this reference was deleted, its trail and devices remain, and creating it again is
 * checked like a change of its tags.
 */
const createGroup = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  group: GroupOfAccess,
  grant: Omit<GrantingTagChange, 'changes'>,
): Promise<void> => {
  const { group_reference, tags } = group
  const former = await tagsOfDeletedGroup(tx, group_reference)
  if (former) {
    const changes = [{ before: { group_reference, tags: former }, after: group }]
    await assertGainsNothing(ctx, tx, changes)
    await grantByTagChange(ctx, tx, { ...grant, changes })
  }
  await groups.insert(tx, group_reference, { tags: JSON.stringify(tags) }, ctx.actor.reference)
  tx.audit('group.created', { group_reference, after: { tags } }, [group_reference])
}

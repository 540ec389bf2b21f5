import type { GroupChange, GroupTagRules } from '@holdfast/access'
import { type ChangedGroup, limits, ProductError } from '@holdfast/contract'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { type GrantingTagChange, grantByTagChange } from '../access-gains/index.ts'
import { allGroups, assertGainsNothing, isVisibleTo, replaceTags } from '../groups/index.ts'
import { changedGroupOf, changesOfInvalidGroups } from './invalid-groups.ts'

/** Maximum number of groups that an answer names, and of which open screens are notified. */
const maxNamed = 100

export interface DefinitionChange {
  tag_key: string
  /** `null` if the definition is deleted. */
  rules: GroupTagRules | null
  force_update: boolean
  accept_gains: boolean
  /** The running visits of staff. */
  visits: GrantingTagChange['visits']
  madeBy: GrantingTagChange['madeBy']
}

/** The changes that a change of a definition makes to groups. */
export interface UpdatedGroups {
  /** For the answer: at most 100, of groups that the caller may see. */
  named: ChangedGroup[]
  /** For the trail: all of them. */
  all: ChangedGroup[]
}

/**
 * Adjusts the groups whose tags a changed definition makes invalid, in the transaction of that change. No other
 * change of groups may run at the same time.
 * @throws ProductError `tag.breaks_groups` with the groups and their changes, unless it is forced; also if a group
 * would get more tags than it can have. `access.exceeds_own` if the caller may not change one of them, or would gain
 * access; `access.opens_to_others` if others would gain access and the caller has not accepted it
 */
export const updateInvalidGroups = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  { tag_key, rules, force_update, accept_gains, visits, madeBy }: DefinitionChange,
): Promise<UpdatedGroups> => {
  const changes = changesOfInvalidGroups(tag_key, rules, await allGroups(tx))
  if (changes.length === 0) return { named: [], all: [] }
  if (!force_update) throw new ProductError('tag.breaks_groups', visibleChanges(ctx, tag_key, changes))
  assertRoom(ctx, tag_key, changes)
  assertMayChangeAll(ctx, changes)
  await assertGainsNothing(ctx, tx, changes)
  await grantByTagChange(ctx, tx, { changes, about: { tag_key }, accept_gains, visits, madeBy })
  const changed = changes.map(({ after }) => after)
  await replaceTags(tx, changed, ctx.actor.reference)
  await notifyOpenScreens(tx, changes)
  const all = changes.map((change) => changedGroupOf(tag_key, change))
  // The caller may change all of them, and so see them.
  return { named: all.slice(0, maxNamed), all }
}

/** The changed groups that the caller may see. Others are not counted; `has_hidden` says whether there are any. */
const visibleChanges = ({ access }: RequestContext, tag_key: string, changes: readonly GroupChange[]) => {
  const visible = changes.filter(({ before }) => isVisibleTo(access, before))
  return {
    total: visible.length,
    has_hidden: visible.length < changes.length,
    groups: visible.slice(0, maxNamed).map((change) => changedGroupOf(tag_key, change)),
  }
}

const assertRoom = (ctx: RequestContext, tag_key: string, changes: readonly GroupChange[]): void => {
  const full = changes.filter(({ after }) => after.tags.length > limits.maxTagsPerGroup)
  if (full.length === 0) return
  throw new ProductError('tag.breaks_groups', {
    ...visibleChanges(ctx, tag_key, full),
    cannot_force: 'too_many_tags',
  })
}

export const assertMayChangeAll = ({ access }: RequestContext, changes: readonly GroupChange[]): void => {
  const beyond = changes.find((change) =>
    [change.before, change.after].some((group) => !access.can('groups:write', { group })),
  )
  if (!beyond) return
  const { group_reference } = beyond.before
  const details = {
    action: 'groups:write',
    payload_type: null,
    message: "You can't change every group that this changes.",
  }
  throw new ProductError(
    'access.exceeds_own',
    isVisibleTo(access, beyond.before) ? { group_reference, ...details } : details,
  )
}

const notifyOpenScreens = async (tx: TenantTransaction, changes: readonly GroupChange[]): Promise<void> => {
  for (const { before } of changes.slice(0, maxNamed)) {
    const group = before.group_reference
    await tx.notify({ kind: 'group', reference: group, state: null, payload_type: null, group })
  }
}

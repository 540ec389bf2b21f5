import type { Access, Gain, Group, GroupChange } from '@holdfast/access'
import type { AccessGain, AccessGains, PayloadType, TagImpact } from '@holdfast/contract'
import type { RunningVisit } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { grantingAccess } from '../grants/index.ts'
import { assigneeGains, type GainingAssignee } from './assignee-gains.ts'

const maxAssignees = 100
const maxGroups = 20

/**
 * Returns a function that checks whether a gain is more than the author could do in the group before the change, and
 * thus more than they could grant.
 * @param access what the author can do for good, because tags have no end (`grantingAccess`)
 */
export const isBeyondOwn =
  (access: Access, changes: readonly GroupChange[]) =>
  ({ action, group_reference, payload_types }: Gain): boolean => {
    const group = groupsBefore(changes).get(group_reference)
    if (!group) return true
    if (payload_types === null) return !access.can(action, { group })
    return payload_types.some((payload_type) => !access.can(action, { group, payload_type }))
  }

const groupsBefore = (changes: readonly GroupChange[]): ReadonlyMap<string, Group> =>
  new Map(changes.map(({ before }) => [before.group_reference, before]))

/**
 * The gains as returned to the author. Assignees and groups are named only if the author may know them.
 * @param lasting what the author can do for good
 */
export const visibleGains = (
  { access }: RequestContext,
  lasting: Access,
  { changes, gaining }: { changes: readonly GroupChange[]; gaining: readonly GainingAssignee[] },
): AccessGains => {
  const assignees = visibleAssignees(access, changes, { differing: gaining, isBeyond: isBeyondOwn(lasting, changes) })
  // Gains that the author has to accept come first.
  const sorted = assignees.toSorted((left, right) => Number(right.is_beyond_own) - Number(left.is_beyond_own))
  return {
    total: assignees.length,
    beyond_own_total: assignees.filter(({ is_beyond_own }) => is_beyond_own).length,
    assignees: sorted.slice(0, maxAssignees),
  }
}

/** What a change of tags gives and takes, as returned to the author before it is saved. */
export const visibleImpact = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  changes: readonly GroupChange[],
  visits: readonly RunningVisit[],
): Promise<TagImpact> => {
  const lasting = await grantingAccess(ctx, tx, null)
  const gaining = await assigneeGains(tx, changes, visits)
  // Whoever loses something by a change would gain it by the reverse.
  const reversed = changes.map(({ before, after }) => ({ before: after, after: before }))
  const differing = await assigneeGains(tx, reversed, visits)
  const losses = visibleAssignees(ctx.access, changes, { differing, isBeyond: () => false })
  return {
    ...visibleGains(ctx, lasting, { changes, gaining }),
    losing: losses.length,
    losses: losses.slice(0, maxAssignees).map(({ kind, reference, actions }) => ({
      kind,
      reference,
      actions: actions.map(({ is_beyond_own: _, ...action }) => action),
    })),
  }
}

interface Differing {
  readonly differing: readonly GainingAssignee[]
  readonly isBeyond: (gain: Gain) => boolean
}

const visibleAssignees = (
  access: Access,
  changes: readonly GroupChange[],
  { differing, isBeyond }: Differing,
): AccessGain[] => {
  const groups = groupsBefore(changes)
  const isKnown = (reference: string): boolean => {
    const group = groups.get(reference)
    return group !== undefined && (access.can('groups:read', { group }) || access.can('groups:write', { group }))
  }
  const mayNameAssignees = access.can('roles:read')
  return differing.map(({ kind, reference, gains }): AccessGain => {
    const actions = [
      ...Map.groupBy(gains, ({ action, payload_types }) => `${action} ${payload_types?.join()}`).values(),
    ]
    const visible = actions.map((alike) => visibleAction(alike, isBeyond, isKnown))
    return {
      kind,
      reference: mayNameAssignees ? reference : null,
      is_beyond_own: visible.some(({ is_beyond_own }) => is_beyond_own),
      actions: visible,
    }
  })
}

const visibleAction = (
  alike: readonly Gain[],
  isBeyond: (gain: Gain) => boolean,
  isKnown: (group: string) => boolean,
): AccessGain['actions'][number] => {
  const [first] = alike
  if (!first) throw new Error('A group of gains without any')
  const payload_types: PayloadType[] | null = first.payload_types && [...first.payload_types]
  const known = alike.map(({ group_reference }) => group_reference).filter(isKnown)
  return {
    action: first.action,
    payload_types,
    group_count: alike.length,
    groups: known.slice(0, maxGroups),
    is_beyond_own: alike.some(isBeyond),
  }
}

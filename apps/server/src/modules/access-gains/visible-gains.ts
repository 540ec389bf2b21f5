import type { Gain, Group, GroupChange } from '@holdfast/access'
import type { AccessGain, AccessGains, PayloadType } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { GainingAssignee } from './assignee-gains.ts'

const maxAssignees = 100
const maxGroups = 20

/**
 * Returns a function that checks whether a gain is more than the author could do in the group before the change, and
 * thus more than they could grant.
 */
export const isBeyondOwn =
  ({ access }: RequestContext, changes: readonly GroupChange[]) =>
  ({ action, group_reference, payload_types }: Gain): boolean => {
    const group = groupsBefore(changes).get(group_reference)
    if (!group) return true
    if (payload_types === null) return !access.can(action, { group })
    return payload_types.some((payload_type) => !access.can(action, { group, payload_type }))
  }

const groupsBefore = (changes: readonly GroupChange[]): ReadonlyMap<string, Group> =>
  new Map(changes.map(({ before }) => [before.group_reference, before]))

/** The gains as returned to the author. Assignees and groups are named only if the author may know them. */
export const visibleGains = (
  ctx: RequestContext,
  changes: readonly GroupChange[],
  gaining: readonly GainingAssignee[],
): AccessGains => {
  const isBeyond = isBeyondOwn(ctx, changes)
  const groups = groupsBefore(changes)
  const isKnown = (reference: string): boolean => {
    const group = groups.get(reference)
    return (
      group !== undefined && (ctx.access.can('groups:read', { group }) || ctx.access.can('groups:write', { group }))
    )
  }
  const mayNameAssignees = ctx.access.can('roles:read')
  const assignees = gaining.map(({ kind, reference, gains }): AccessGain => {
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
  // Gains that the author has to accept come first.
  const sorted = assignees.toSorted((left, right) => Number(right.is_beyond_own) - Number(left.is_beyond_own))
  return {
    total: assignees.length,
    beyond_own_total: assignees.filter(({ is_beyond_own }) => is_beyond_own).length,
    assignees: sorted.slice(0, maxAssignees),
  }
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

import type { Group } from '@holdfast/access'
import { type CallInput, type calls, instantOf, type PayloadType, ProductError, payloadTypes } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { type ContentAction, contentActions, payloadAttributes } from '../explanations/index.ts'
import { deletedGroups } from '../groups/index.ts'

export type Filter = NonNullable<CallInput<typeof calls.listContentAccess>['query']['filter']>

/** Which recordings the caller asks about, and may know of. */
export interface ContentAsked {
  readonly at: Date
  /** The groups that are asked about; all that the caller may see if `null`. */
  readonly groups: readonly string[] | null
  readonly types: readonly PayloadType[]
  /** What anybody could do with them then. Empty if there were none. */
  readonly open: readonly ContentAction[]
  readonly people: readonly string[] | null
  readonly maySee: (group_reference: string) => boolean
}

/**
 * Groups are known to those with `groups:read` in them, deleted ones to those who have it with their last tags; a recording to
 * those who may read it.
 * @throws ProductError `request.not_found`, `request.invalid`
 */
export const contentAsked = async (ctx: RequestContext, filter: Partial<Filter>): Promise<ContentAsked> => {
  const { groups = null, people = null, payload_reference } = filter
  const at = filter.at === undefined ? new Date() : instantOf(filter.at)
  if (payload_reference !== undefined) {
    if (groups) throw refused('groups', 'is said by payload_reference')
    return { ...(await ofRecording(ctx, payload_reference, at)), at, people }
  }
  if (!groups && !people) throw refused('groups', 'or people, or payload_reference is needed')
  const maySee = await visibleGroups(ctx)
  if (groups && !groups.every(maySee)) throw new ProductError('request.not_found')
  const [only, ...others] = groups ?? []
  if (only !== undefined && others.length === 0) ctx.setAuditGroup(only)
  return { at, groups, types: payloadTypes, open: contentActions, people, maySee }
}

/** Before a recording was processed nobody had its content, and before it was registered nobody found it. */
const ofRecording = async (ctx: RequestContext, payload_reference: string, at: Date) => {
  const payload = await payloadAttributes(ctx, payload_reference)
  const { group, payload_type, registered_at, processed_at, content_withheld } = payload
  const hadContent = processed_at !== null && new Date(processed_at) <= at && content_withheld !== 'Personal'
  const existed = new Date(registered_at) <= at
  const open = existed ? contentActions.slice(0, hadContent ? undefined : 1) : []
  return { groups: [group.group_reference], types: [payload_type], open, maySee: () => true }
}

const visibleGroups = async (ctx: RequestContext): Promise<ContentAsked['maySee']> => {
  const present = await ctx.groups()
  const deleted = new Map<string, Group>((await ctx.read(deletedGroups)).map((group) => [group.group_reference, group]))
  return (group_reference) => {
    const group = present.get(group_reference) ?? deleted.get(group_reference)
    return group !== undefined && ctx.access.can('groups:read', { group })
  }
}

const refused = (name: string, message: string) =>
  new ProductError('request.invalid', {}, [{ path: `/query/filter/${name}`, keyword: 'needed', params: {}, message }])

import { type CallInput, type calls, type DeviceChange, ProductError } from '@holdfast/contract'
import { sql } from 'kysely'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { type Condition, isEqual } from '../../platform/database/index.ts'
import { findDeviceGroup } from './find-devices.ts'

/** `GET /devices/{device_reference}/history`. 404 for a device of a group that the caller may not see. */
export const listDeviceHistory = async (
  ctx: RequestContext,
  { params: { device_reference }, query }: CallInput<typeof calls.listDeviceHistory>,
) => {
  const group = await ctx.read((tx) => findDeviceGroup(tx, device_reference))
  if (group === undefined || !(await ctx.can('devices:read', group))) throw new ProductError('request.not_found')
  ctx.setAuditGroup(group)
  const visible = await ctx.groupsFor('devices:read')
  const isVisible = new Set(visible)
  return answerTableList(ctx, query, {
    table: 'device_changes',
    key: ['change_id'],
    direction: 'desc',
    conditions: () => [isEqual('device_reference', device_reference), happenedIn(visible, ctx.client)],
    toItems: (rows) =>
      rows.map(({ group: _, group_before, before, after, ...row }): DeviceChange => {
        // Readers of the group that a device came to need not learn who had it elsewhere.
        const is_from_hidden = group_before !== null && group_before !== group && !isVisible.has(group_before)
        return { ...row, from: is_from_hidden ? [] : before, to: after, is_from_hidden }
      }),
  })
}

/** In these groups, or in one that was deleted: that is told to whoever sees the device now. */
const happenedIn = (groups: readonly string[], client: string): Condition =>
  sql<boolean>`("group" = any(${groups}::text[]) or not exists (
    select from groups where groups.client = ${client} and groups.group_reference = device_changes."group"))`

import { type CallInput, type calls, ProductError, spanOfDateParameter } from '@holdfast/contract'
import { sql } from 'kysely'
import { answerTableList, type ListRequest, type RequestContext } from '../../core/calls/index.ts'
import { type Condition, isAnyOf } from '../../platform/database/index.ts'
import { findDeviceGroup } from '../devices/index.ts'
import { deviceCommandOf } from './device-command-row.ts'

type Filter = NonNullable<CallInput<typeof calls.listCommands>['query']['filter']>

/** `GET /commands`: those that were sent to devices when these were in groups that the caller may see. */
export const listCommands = (ctx: RequestContext, { query }: CallInput<typeof calls.listCommands>) =>
  listMatching(ctx, query)

/** `GET /devices/{device_reference}/commands`. 404 for a device of a group that the caller may not see. */
export const listDeviceCommands = async (
  ctx: RequestContext,
  { params: { device_reference }, query }: CallInput<typeof calls.listDeviceCommands>,
) => {
  const group = await ctx.read((tx) => findDeviceGroup(tx, device_reference))
  if (group === undefined || !(await ctx.can('devices:read', group))) throw new ProductError('request.not_found')
  ctx.setAuditGroup(group)
  return listMatching(ctx, { ...query, filter: { ...query.filter, device_references: [device_reference] } })
}

const listMatching = async (ctx: RequestContext, query: ListRequest<Filter>) => {
  const visible = await ctx.groupsFor('devices:read')
  return answerTableList(ctx, query, {
    table: 'device_commands',
    // A reference begins with the time at which it was sent.
    key: ['command_reference'],
    direction: 'desc',
    conditions: (filter) => [
      isAnyOf('group', visible),
      isAnyOf('group', filter.groups),
      isAnyOf('device_reference', filter.device_references),
      isAnyOf('command', filter.commands),
      isAnyOf('state', filter.states),
      isAnyOf('raised_by', filter.raised_by),
      sentFrom(filter.date_from),
      sentTo(filter.date_to),
    ],
    toItems: (rows) => rows.map(deviceCommandOf),
  })
}

const sentFrom = (date: string | undefined): Condition =>
  date === undefined ? undefined : sql<boolean>`sent_at >= ${spanOfDateParameter(date).from}::timestamptz`

const sentTo = (date: string | undefined): Condition =>
  date === undefined ? undefined : sql<boolean>`sent_at < ${spanOfDateParameter(date).until}::timestamptz`

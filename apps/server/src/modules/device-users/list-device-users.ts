import { type CallInput, type calls, type DeviceUser, ProductError } from '@holdfast/contract'
import { sql } from 'kysely'
import { answerTableList, type FoundOfKind, foundRows, type RequestContext } from '../../core/calls/index.ts'
import { hasAnyOf, isAnyOf, isEqual, matchesText } from '../../platform/database/index.ts'
import { deviceUserColumns, deviceUserOf, findDeviceUser } from './device-user-record.ts'
import { hasFewerDevices } from './fewer-devices.ts'

/** Not ended by retention. */
const isThere = sql<boolean>`destroyed_at is null`

const searched = ['first_name', 'surname', 'device_user_reference', 'email'] as const

/** `GET /users`: device users in groups that the caller may see, ordered by reference. */
export const listDeviceUsers = async (ctx: RequestContext, { query }: CallInput<typeof calls.listDeviceUsers>) => {
  const visible = await ctx.groupsFor('device_users:read')
  return answerTableList(ctx, query, {
    table: 'device_users',
    columns: deviceUserColumns,
    key: ['device_user_reference'],
    conditions: (filter) => [
      isThere,
      isAnyOf('group', visible),
      isAnyOf('group', filter.groups),
      isAnyOf('device_user_reference', filter.device_user_references),
      hasAnyOf('services', filter.services),
      matchesText(searched, filter.search),
      isEqual('is_active', filter.is_active),
      isEqual('is_legacy', filter.is_legacy),
      isEqual('is_active', filter.active_only || undefined),
      hasFewerDevices(ctx.client, filter.has_fewer_devices),
    ],
    toItems: (users) => users.map(deviceUserOf),
  })
}

/** The device users that `GET /found` finds. */
export const foundDeviceUsers = async (ctx: RequestContext, text: string): Promise<FoundOfKind> =>
  foundRows(ctx, text, {
    kind: 'device_user',
    table: 'device_users',
    reference: 'device_user_reference',
    name: ['first_name', 'surname'],
    searched,
    conditions: [isThere, isAnyOf('group', await groupsToName(ctx))],
  })

/** The groups whose device users the caller may name: readers of the trail of a group read what they and their devices did. */
export const groupsToName = async (ctx: RequestContext): Promise<string[]> => [
  ...new Set([...(await ctx.groupsFor('device_users:read')), ...(await ctx.groupsFor('audit:read'))]),
]

/** `GET /users/{device_user_reference}`. */
export const getDeviceUser = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.getDeviceUser>,
): Promise<DeviceUser> => {
  const user = await ctx.read((tx) => findDeviceUser(tx, params.device_user_reference))
  if (!user || !(await ctx.can('device_users:read', user.group))) throw new ProductError('request.not_found')
  ctx.setAuditGroup(user.group)
  return deviceUserOf(user)
}

import { type CallInput, type calls, ProductError } from '@holdfast/contract'
import { sql } from 'kysely'
import {
  answerTableList,
  type FoundOfKind,
  foundRows,
  type ListRequest,
  type RequestContext,
} from '../../core/calls/index.ts'
import { hasAnyOf, isAnyOf, isEqual, matchesText, type Searched } from '../../platform/database/index.ts'
import { findDeviceUser } from '../device-users/index.ts'
import { deviceColumns, deviceOf } from './device-row.ts'
import { withSharedNumbers } from './shared-numbers.ts'
import { isSerialShared } from './shared-serial.ts'
import { isSilent } from './silent-devices.ts'

type Filter = NonNullable<CallInput<typeof calls.listDevices>['query']['filter']>

/** Not ended by retention: of others, the row only keeps references valid (docs/decisions/0102). */
const isThere = sql<boolean>`destroyed_at is null`

const searched: readonly Searched[] = [
  'device_reference',
  'first_name',
  'surname',
  'device_user_reference',
  'email',
  sql`array_to_string(imeis, ' ')`,
  sql`jsonb_path_query_array(phone_numbers, '$[*].phone_number')::text`,
]

/** `GET /devices`: devices in groups that the caller may see, ordered by reference. */
export const listDevices = (ctx: RequestContext, { query }: CallInput<typeof calls.listDevices>) =>
  listMatching(ctx, query)

/** The devices that `GET /found` finds. */
export const foundDevices = async (ctx: RequestContext, text: string): Promise<FoundOfKind> =>
  foundRows(ctx, text, {
    kind: 'device',
    table: 'devices',
    reference: 'device_reference',
    name: ['first_name', 'surname'],
    searched,
    conditions: [isThere, isAnyOf('group', await ctx.groupsFor('devices:read'))],
  })

/** `GET /users/{device_user_reference}/devices`. 404 for a user of a group that the caller may not see. */
export const listDeviceUserDevices = async (
  ctx: RequestContext,
  { params, query }: CallInput<typeof calls.listDeviceUserDevices>,
) => {
  const { device_user_reference } = params
  const user = await ctx.read((tx) => findDeviceUser(tx, device_user_reference))
  if (!user || !(await ctx.can('devices:read', user.group))) throw new ProductError('request.not_found')
  ctx.setAuditGroup(user.group)
  return listMatching(ctx, { ...query, filter: { ...query.filter, device_user_references: [device_user_reference] } })
}

/** `GET /devices/{device_reference}`. */
export const getDevice = async (ctx: RequestContext, { params }: CallInput<typeof calls.getDevice>) => {
  const device = await ctx.read((tx) =>
    tx.db
      .selectFrom('devices')
      .select(deviceColumns)
      .where('client', '=', tx.client)
      .where('device_reference', '=', params.device_reference)
      .where('destroyed_at', 'is', null)
      .executeTakeFirst(),
  )
  if (!device || !(await ctx.can('devices:read', device.group))) throw new ProductError('request.not_found')
  ctx.setAuditGroup(device.group)
  const [shown] = await withSharedNumbers(ctx, [deviceOf(device)])
  if (!shown) throw new Error('A device that was read is not there')
  return shown
}

const listMatching = async (ctx: RequestContext, query: ListRequest<Filter>) => {
  const visible = await ctx.groupsFor('devices:read')
  return answerTableList(ctx, query, {
    table: 'devices',
    columns: deviceColumns,
    key: ['device_reference'],
    conditions: (filter) => [
      isThere,
      isAnyOf('group', visible),
      isAnyOf('group', filter.groups),
      isAnyOf('device_reference', filter.device_references),
      isAnyOf('device_user_reference', filter.device_user_references),
      hasAnyOf('services', filter.services),
      hasPhoneNumber(filter.phone_numbers),
      matchesText(searched, filter.search),
      isEqual('is_deactivated', filter.is_deactivated),
      isEqual('is_blocked', filter.is_blocked),
      isEqual('is_legacy', filter.is_legacy),
      isPending(filter.is_pending),
      isRemoved(filter.is_removed ?? false),
      isSerialShared(filter.is_serial_shared),
      isSilent(filter.silent_since),
      hasVersion('app_version', filter.app_versions),
      hasVersion('os_version', filter.os_versions),
      hasOtherVersion('app_version', filter.other_app_versions),
      hasOtherVersion('os_version', filter.other_os_versions),
      filter.active_only ? sql<boolean>`not is_deactivated and activated_at is not null` : undefined,
    ],
    toItems: (devices) => withSharedNumbers(ctx, devices.map(deviceOf)),
  })
}

const isPending = (wanted: boolean | undefined) =>
  wanted === undefined ? undefined : sql<boolean>`(last_seen is null and not is_deactivated) = ${wanted}`

const isRemoved = (wanted: boolean) =>
  wanted ? sql<boolean>`removed_at is not null` : sql<boolean>`removed_at is null`

const hasPhoneNumber = (phone_numbers: readonly string[] | undefined) => {
  const entries = phone_numbers?.map((phone_number) => JSON.stringify([{ phone_number }]))
  return entries && sql<boolean>`phone_numbers @> any(${entries}::jsonb[])`
}

type VersionField = 'app_version' | 'os_version'

const hasVersion = (field: VersionField, versions: readonly string[] | undefined) =>
  versions && sql<boolean>`device_info ->> ${field} = any(${versions}::text[])`

const hasOtherVersion = (field: VersionField, versions: readonly string[] | undefined) =>
  versions && sql<boolean>`device_info ->> ${field} <> all(${versions}::text[])`

import { type CallInput, type calls, type Device, ProductError } from '@holdfast/contract'
import { sql } from 'kysely'
import { searchCondition, type TenantTransaction } from '../../platform/database/index.ts'
import { answerList, type ListRequest, type RequestContext } from '../../platform/http/index.ts'
import { findDeviceUser } from '../device-users/index.ts'
import { deviceColumns, deviceOf } from './device-row.ts'

type Filter = NonNullable<CallInput<typeof calls.listDevices>['query']['filter']>

/** `GET /devices`: those of the groups that the caller may see, by reference. */
export const listDevices = (ctx: RequestContext, { query }: CallInput<typeof calls.listDevices>) =>
  listMatching(ctx, query)

/** `GET /users/{device_user_reference}/devices`. A user of a group that the caller may not see does not exist. */
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
export const getDevice = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.getDevice>,
): Promise<Device> => {
  const device = await ctx.read((tx) =>
    tx.db
      .selectFrom('devices')
      .select(deviceColumns)
      .where('client', '=', tx.client)
      .where('device_reference', '=', params.device_reference)
      .executeTakeFirst(),
  )
  if (!device || !(await ctx.can('devices:read', device.group))) throw new ProductError('request.not_found')
  ctx.setAuditGroup(device.group)
  return deviceOf(device)
}

const listMatching = async (ctx: RequestContext, query: ListRequest<Filter>) => {
  const visible = await ctx.groupsFor('devices:read')
  return answerList<Filter, Device, Device>(ctx, query, {
    list: 'devices',
    rows: (filter, limit, position) =>
      ctx.read(async (tx) => {
        const rows = await matching(tx, filter, visible)
          .select(deviceColumns)
          .$if(position !== null, (devices) => devices.where('device_reference', '>', String(position?.[0])))
          .orderBy('device_reference')
          .limit(limit)
          .execute()
        return rows.map(deviceOf)
      }),
    positionOf: ({ device_reference }) => [device_reference],
    toItem: (device) => device,
    total: (filter) =>
      ctx.read(async (tx) => {
        const counted = await matching(tx, filter, visible)
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .executeTakeFirst()
        return counted?.total ?? 0
      }),
  })
}

const lettersOf = ['device_reference', 'device_user_reference', 'first_name', 'surname', 'email']

const matching = (tx: TenantTransaction, filter: Partial<Filter>, visible: readonly string[]) => {
  const { groups, services, phone_numbers, is_deactivated, is_blocked, is_legacy, active_only } = filter
  const { device_references, device_user_references, search } = filter
  const seen = groups ? visible.filter((group) => groups.includes(group)) : [...visible]
  return tx.db
    .selectFrom('devices')
    .where('client', '=', tx.client)
    .where(sql<boolean>`"group" = any(${seen}::text[])`)
    .$if(device_references !== undefined, (devices) =>
      devices.where(sql<boolean>`device_reference = any(${device_references}::text[])`),
    )
    .$if(device_user_references !== undefined, (devices) =>
      devices.where(sql<boolean>`device_user_reference = any(${device_user_references}::text[])`),
    )
    .$if(search !== undefined, (devices) => devices.where(searchCondition(search ?? '', lettersOf)))
    .$if(services !== undefined, (devices) => devices.where(sql<boolean>`services && ${services}::text[]`))
    .$if(phone_numbers !== undefined, (devices) => {
      const entries = phone_numbers?.map((phone_number) => JSON.stringify([{ phone_number }]))
      return devices.where(sql<boolean>`phone_numbers @> any(${entries}::jsonb[])`)
    })
    .$if(is_deactivated !== undefined, (devices) => devices.where('is_deactivated', '=', is_deactivated === true))
    .$if(is_blocked !== undefined, (devices) => devices.where('is_blocked', '=', is_blocked === true))
    .$if(is_legacy !== undefined, (devices) => devices.where('is_legacy', '=', is_legacy === true))
    .$if(active_only === true, (devices) =>
      devices.where('is_deactivated', '=', false).where('activated_at', 'is not', null),
    )
}

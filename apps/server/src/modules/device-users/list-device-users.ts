import { type CallInput, type calls, type DeviceUser, ProductError } from '@holdfast/contract'
import { sql } from 'kysely'
import { searchCondition, type TenantTransaction } from '../../platform/database/index.ts'
import { answerList, type RequestContext } from '../../platform/http/index.ts'
import { findDeviceUser } from './device-user-record.ts'

type Filter = NonNullable<CallInput<typeof calls.listDeviceUsers>['query']['filter']>

/** `GET /users`: those of the groups that the caller may see, by reference. */
export const listDeviceUsers = async (ctx: RequestContext, { query }: CallInput<typeof calls.listDeviceUsers>) => {
  const visible = await ctx.groupsFor('device_users:read')
  return answerList<Filter, DeviceUser, DeviceUser>(ctx, query, {
    list: 'device_users',
    rows: (filter, limit, position) =>
      ctx.read((tx) =>
        matching(tx, filter, visible)
          .select([
            'client',
            'device_user_reference',
            'group',
            'services',
            'expected_device_count',
            'email',
            'first_name',
            'surname',
            'is_active',
            'onboard_date',
            'offboard_date',
            'is_legacy',
            'updated_at',
            'updated_by',
          ])
          .$if(position !== null, (rows) => rows.where('device_user_reference', '>', String(position?.[0])))
          .orderBy('device_user_reference')
          .limit(limit)
          .$castTo<DeviceUser>()
          .execute(),
      ),
    positionOf: ({ device_user_reference }) => [device_user_reference],
    toItem: (user) => user,
    total: (filter) =>
      ctx.read(async (tx) => {
        const counted = await matching(tx, filter, visible)
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .executeTakeFirst()
        return counted?.total ?? 0
      }),
  })
}

/** `GET /users/{device_user_reference}`. */
export const getDeviceUser = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.getDeviceUser>,
): Promise<DeviceUser> => {
  const user = await ctx.read((tx) => findDeviceUser(tx, params.device_user_reference))
  if (!user || !(await ctx.can('device_users:read', user.group))) throw new ProductError('request.not_found')
  ctx.setAuditGroup(user.group)
  return user as DeviceUser
}

const lettersOf = ['device_user_reference', 'first_name', 'surname', 'email']

const matching = (tx: TenantTransaction, filter: Partial<Filter>, visible: readonly string[]) => {
  const { groups, device_user_references, services, search, is_active, is_legacy, active_only } = filter
  const seen = groups ? visible.filter((group) => groups.includes(group)) : [...visible]
  return tx.db
    .selectFrom('device_users')
    .where('client', '=', tx.client)
    .where(sql<boolean>`"group" = any(${seen}::text[])`)
    .$if(device_user_references !== undefined, (rows) =>
      rows.where(sql<boolean>`device_user_reference = any(${device_user_references}::text[])`),
    )
    .$if(search !== undefined, (rows) => rows.where(searchCondition(search ?? '', lettersOf)))
    .$if(services !== undefined, (rows) => rows.where(sql<boolean>`services && ${services}::text[]`))
    .$if(is_active !== undefined, (rows) => rows.where('is_active', '=', is_active === true))
    .$if(is_legacy !== undefined, (rows) => rows.where('is_legacy', '=', is_legacy === true))
    .$if(active_only === true, (rows) => rows.where('is_active', '=', true))
}

import {
  type AlertPermission,
  alertPermissions,
  type CallInput,
  type calls,
  ProductError,
  type Role,
} from '@holdfast/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { answerList, type RequestContext } from '../../platform/http/index.ts'

type Filter = NonNullable<CallInput<typeof calls.listRoles>['query']['filter']>

/** `GET /roles`, by reference. */
export const listRoles = (ctx: RequestContext, { query }: CallInput<typeof calls.listRoles>) =>
  answerList<Filter, Role, Role>(ctx, query, {
    list: 'roles',
    rows: (filter, limit, position) =>
      ctx.read(async (tx) => {
        const rows = await selectRoles(tx)
          .where('role_reference', '>', String(position?.[0] ?? ''))
          .$if(filter.is_system !== undefined, (q) => q.where('is_system', '=', filter.is_system === true))
          .orderBy('role_reference')
          .limit(limit)
          .execute()
        return withMembers(tx, rows)
      }),
    positionOf: ({ role_reference }) => [role_reference],
    toItem: (role) => role,
    total: (filter) =>
      ctx.read(async (tx) => {
        const rows = await selectRoles(tx)
          .$if(filter.is_system !== undefined, (q) => q.where('is_system', '=', filter.is_system === true))
          .execute()
        return rows.length
      }),
  })

/** `GET /roles/{role_reference}`. */
export const getRole = async (ctx: RequestContext, { params }: CallInput<typeof calls.getRole>): Promise<Role> => {
  const [role] = await ctx.read(async (tx) =>
    withMembers(tx, await selectRoles(tx).where('role_reference', '=', params.role_reference).execute()),
  )
  if (!role) throw new ProductError('request.not_found')
  return role
}

const selectRoles = (tx: TenantTransaction) =>
  tx.db
    .selectFrom('roles')
    .select([
      'role_reference',
      'permissions',
      'payload_types',
      'cidr_ranges',
      'alert_permissions',
      'is_alertable',
      'description',
      'is_system',
      'test_cases',
      'updated_at',
      'updated_by',
      'version',
    ])
    .where('client', '=', tx.client)

type RoleRow = Awaited<ReturnType<ReturnType<typeof selectRoles>['execute']>>[number]

/** Client apps come with their own calls; until then no role has any. */
const noApps = 0

const withMembers = async (tx: TenantTransaction, rows: readonly RoleRow[]): Promise<Role[]> => {
  const members = await countMembers(tx)
  return rows.map((row) => ({
    ...row,
    alert_permissions: alertPermissions.filter((permission: AlertPermission) => row.alert_permissions[permission]),
    member_count: members.get(row.role_reference) ?? 0,
    app_count: noApps,
  }))
}

const countMembers = async (tx: TenantTransaction): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ role: string; members: number }>`
    select role, count(*) as members
    from (select unnest(roles) as role from portal_users where client = ${tx.client} and is_active) held
    group by role`.execute(tx.db)
  return new Map(rows.map(({ role, members }) => [role, members]))
}

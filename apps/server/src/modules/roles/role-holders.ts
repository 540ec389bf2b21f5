import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'

type Counts = ReadonlyMap<string, number>

/** Counts the people and client apps that have each role, with two queries whatever the number of roles. */
export const countRoleHolders = async (
  tx: TenantTransaction,
  roles: readonly string[],
): Promise<{ people: Counts; apps: Counts }> => {
  if (roles.length === 0) return { people: new Map(), apps: new Map() }
  const people = await countHolders(
    tx,
    roles,
    sql`select unnest(roles) as role from portal_users where client = ${tx.client} and is_active`,
  )
  const apps = await countHolders(
    tx,
    roles,
    sql`select unnest(roles) as role from client_apps where client = ${tx.client}`,
  )
  return { people, apps }
}

const countHolders = async (
  tx: TenantTransaction,
  roles: readonly string[],
  held: ReturnType<typeof sql>,
): Promise<Counts> => {
  const { rows } = await sql<{ role: string; holders: number }>`
    select role, count(*) as holders from (${held}) held where role = any(${[...roles]}::text[]) group by role`.execute(
    tx.db,
  )
  return new Map(rows.map(({ role, holders }) => [role, holders]))
}

/** What prevents the deletion of a role. */
export interface RoleHolders {
  people: number
  client_apps: number
  /** Whether it is the account's default role. */
  account_defaults: boolean
  /** Support access requests that are pending, or approved and not expired. */
  support_access: number
}

export const holdersOfRole = async (tx: TenantTransaction, role: string): Promise<RoleHolders> => {
  const now = tx.now.toISOString()
  const { people, apps } = await countRoleHolders(tx, [role])
  const defaults = await tx.db
    .selectFrom('account_defaults')
    .select('role')
    .where('client', '=', tx.client)
    .executeTakeFirst()
  const requests = await tx.db
    .selectFrom('support_access')
    .select('request_reference')
    .where('client', '=', tx.client)
    .where('role', '=', role)
    .where((eb) =>
      eb.or([
        eb('approval_state', '=', 'pending').and('requested_expiry', '>', now),
        eb('approval_state', '=', 'approved').and('approval_expiry', '>', now),
      ]),
    )
    .execute()
  return {
    people: people.get(role) ?? 0,
    client_apps: apps.get(role) ?? 0,
    account_defaults: defaults?.role === role,
    support_access: requests.length,
  }
}

/** The holders in words, for people; `null` if there are none. */
export const describeHolders = (holders: RoleHolders): string | null => {
  const parts = [
    ...counted(holders.people, 'person', 'people'),
    ...counted(holders.client_apps, 'client app', 'client apps'),
    ...(holders.account_defaults ? ['the account defaults'] : []),
    ...counted(holders.support_access, 'request for support access', 'requests for support access'),
  ]
  return parts.length > 0 ? new Intl.ListFormat('en-GB').format(parts) : null
}

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

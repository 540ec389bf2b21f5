import { type RawBuilder, sql } from 'kysely'
import { accountDefaults } from '../../core/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { rolesOfApps } from '../client-apps/index.ts'
import { rolesOfPeople } from '../portal-users/index.ts'
import { countOpenRequests } from '../support-access/index.ts'

type Counts = ReadonlyMap<string, number>

/** Counts the people and client apps that have each role, with two queries whatever the number of roles. */
export const countRoleHolders = async (
  tx: TenantTransaction,
  roles: readonly string[],
): Promise<{ people: Counts; apps: Counts }> => {
  if (roles.length === 0) return { people: new Map(), apps: new Map() }
  const people = await countHolders(tx, roles, rolesOfPeople(tx))
  const apps = await countHolders(tx, roles, rolesOfApps(tx))
  return { people, apps }
}

const countHolders = async (
  tx: TenantTransaction,
  roles: readonly string[],
  held: RawBuilder<unknown>,
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
  const { people, apps } = await countRoleHolders(tx, [role])
  const defaults = await accountDefaults.find(tx, tx.client)
  return {
    people: people.get(role) ?? 0,
    client_apps: apps.get(role) ?? 0,
    account_defaults: defaults?.role === role,
    support_access: await countOpenRequests(tx, role),
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

import { type RawBuilder, sql } from 'kysely'
import { appUserReference } from '../../core/accounts/index.ts'
import { recordsBefore, type TenantTransaction } from '../../platform/database/index.ts'
import { apps } from './app-row.ts'

/** All apps after `app_reference`, ordered by reference. */
export const appsAfter = (tx: TenantTransaction, app_reference: string) =>
  apps.select(tx).where('app_reference', '>', app_reference).orderBy('app_reference').execute()

interface PastApp {
  app_reference: string
  roles: string[]
  cidr_ranges: string[] | null
}

/** All apps as they were at a moment, ordered by reference. */
export const appsAt = async (tx: TenantTransaction, at: Date): Promise<PastApp[]> => {
  const known = new Map<string, PastApp>((await appsAfter(tx, '')).map((app) => [app.app_reference, app]))
  for (const [app_reference, then] of await recordsBefore<Omit<PastApp, 'app_reference'>>(tx, 'app', at)) {
    if (then === null) known.delete(app_reference)
    else known.set(app_reference, { app_reference, ...then })
  }
  return [...known.values()].sort((one, other) => (one.app_reference < other.app_reference ? -1 : 1))
}

/** A query for the roles of client apps: one row for each app and role. */
export const rolesOfApps = ({ client }: Pick<TenantTransaction, 'client'>): RawBuilder<unknown> =>
  sql`select unnest(roles) as role from client_apps where client = ${client}`

/** SQL condition: `person` is a client app that has this role. */
export const appHoldsRole = (
  { client }: Pick<TenantTransaction, 'client'>,
  person: RawBuilder<string>,
  role: RawBuilder<string>,
): RawBuilder<boolean> => sql`exists (select from client_apps holder where holder.client = ${client}
  and ${appUserReference('')} || holder.app_reference = ${person} and ${role} = any(holder.roles))`

/** A query for one row for each app of a group. */
export const appsOfGroup = ({ client }: Pick<TenantTransaction, 'client'>, group: string): RawBuilder<unknown> =>
  sql`select from client_apps where client = ${client} and "group" = ${group}`

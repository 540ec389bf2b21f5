import { type RawBuilder, sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { apps } from './app-row.ts'

/** All apps after `app_reference`, ordered by reference. */
export const appsAfter = (tx: TenantTransaction, app_reference: string) =>
  apps.select(tx).where('app_reference', '>', app_reference).orderBy('app_reference').execute()

/** A query for the roles of client apps: one row for each app and role. */
export const rolesOfApps = ({ client }: Pick<TenantTransaction, 'client'>): RawBuilder<unknown> =>
  sql`select unnest(roles) as role from client_apps where client = ${client}`

/** A query for one row for each app of a group. */
export const appsOfGroup = ({ client }: Pick<TenantTransaction, 'client'>, group: string): RawBuilder<unknown> =>
  sql`select from client_apps where client = ${client} and "group" = ${group}`

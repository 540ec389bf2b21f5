import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Tables, type TenantTransaction, versionedTable } from '../../platform/database/index.ts'
import { limitColumns } from './account-limit.ts'

const defaultsColumns = [
  'client',
  'user_group',
  'role',
  ...limitColumns,
  'updated_at',
  'updated_by',
  'version',
] as const

/** The defaults as they are stored, one row for each account. Their ranges may have lapsed (`rangesAt`). */
export const accountDefaults = versionedTable({
  table: 'account_defaults',
  key: 'client',
  columns: defaultsColumns,
  history: { kind: 'defaults', columns: limitColumns },
})

export type DefaultsRow = Pick<Selectable<Tables['account_defaults']>, (typeof defaultsColumns)[number]>

/** The role and the group that people get if their identity names none. */
export type DefaultRights = Pick<DefaultsRow, 'role' | 'user_group'>

/** Reads what people get by default, and prevents changes to it until the transaction ends. */
export const lockDefaultRightsShared = async (tx: TenantTransaction): Promise<DefaultRights> => {
  const rights = await tx.db
    .selectFrom('account_defaults')
    .select(['role', 'user_group'])
    .where('client', '=', tx.client)
    .forShare()
    .executeTakeFirst()
  return rights ?? { role: null, user_group: null }
}

/** A query for the row of the account's defaults, if this group is the default. */
export const defaultsWithGroup = ({ client }: Pick<TenantTransaction, 'client'>, group: string): RawBuilder<unknown> =>
  sql`select from account_defaults where client = ${client} and user_group = ${group}`

/** The defaults of an account that is being opened. */
export const insertDefaults = async (tx: TenantTransaction, role: string | null, updated_by: string): Promise<void> => {
  const { client, now } = tx
  await tx.db
    .insertInto('account_defaults')
    .values({ client, user_group: null, role, cidr_ranges: null, updated_at: now, updated_by })
    .execute()
}

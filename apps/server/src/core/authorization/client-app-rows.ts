import { sql } from 'kysely'
import { preparedStatement, type TenantTransaction } from '../../platform/database/index.ts'

/** Which tokens a client app accepts, and where its issuer publishes its keys. */
export interface AppTokenSettings {
  app_reference: string
  issuer: string
  audience: string
  jwks_uri: string
}

export const findAppSettings = (
  tx: TenantTransaction,
  issuer: string,
  audiences: readonly string[],
): Promise<AppTokenSettings[]> =>
  tx.db
    .selectFrom('client_apps')
    .select(['app_reference', 'issuer', 'audience', 'jwks_uri'])
    .where('client', '=', tx.client)
    .where('issuer', '=', issuer)
    .where(sql<boolean>`audience = any(${[...audiences]}::text[])`)
    .execute()

export const appStatement = preparedStatement(
  'app session',
  (db, { client, app_reference }: { client: string; app_reference: string }) =>
    db
      .selectFrom('client_apps as app')
      .innerJoin('clients as account', (join) =>
        join.onRef('account.client', '=', 'app.client').on('account.client', '=', client),
      )
      .leftJoin('access_versions as access', (join) =>
        join.onRef('access.client', '=', 'app.client').on('access.client', '=', client),
      )
      .select([
        'app.roles',
        'app.group',
        'app.cidr_ranges',
        'app.updated_at',
        'account.is_active as is_account_active',
        'access.version',
      ])
      .where('app.client', '=', client)
      .where('app.app_reference', '=', app_reference),
)

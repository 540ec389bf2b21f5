import type { Database, TenantTransaction } from '../../../platform/database/index.ts'
import type { Keys } from '../../../platform/keys/index.ts'
import type { UpstreamDirectory, UpstreamProvider } from './stores.ts'

const secretPurpose = "secret of a customer's identity provider"

/** Customers' own providers; their client secrets are stored wrapped. */
export const postgresUpstreams = (database: Database, keys: Pick<Keys, 'unwrap'>): UpstreamDirectory => ({
  find: async (client) => {
    const row = await database.read(client, (tx) =>
      tx.db
        .selectFrom('identity_providers')
        .selectAll()
        .where('client', '=', client)
        .where('is_active', '=', true)
        .executeTakeFirst(),
    )
    if (row === undefined) return undefined
    const { issuer, client_id, client_secret_wrapped, scopes, roles_claim, user_group_claim } = row
    const secret = client_secret_wrapped === null ? null : keys.unwrap(client_secret_wrapped, secretPurpose)
    return {
      issuer,
      client_id,
      client_secret: secret === null ? null : Buffer.from(secret).toString('utf8'),
      scopes,
      roles_claim,
      user_group_claim,
    }
  },
})

/** Makes a provider the account's only active one; `null` returns to passwords. */
export const saveUpstream = async (
  tx: TenantTransaction,
  keys: Pick<Keys, 'wrap'>,
  provider: UpstreamProvider | null,
): Promise<void> => {
  const { client } = tx
  await tx.db
    .updateTable('identity_providers')
    .set({ is_active: false, updated_at: tx.now })
    .where('client', '=', client)
    .where('is_active', '=', true)
    .execute()
  if (provider === null) return
  const { issuer, client_secret, ...rest } = provider
  const wrapped = client_secret === null ? null : keys.wrap(Buffer.from(client_secret, 'utf8'), secretPurpose)
  const columns = { ...rest, client_secret_wrapped: wrapped, is_active: true, updated_at: tx.now }
  await tx.db
    .insertInto('identity_providers')
    .values({ client, issuer, ...columns })
    .onConflict((conflict) => conflict.columns(['client', 'issuer']).doUpdateSet(columns))
    .execute()
}

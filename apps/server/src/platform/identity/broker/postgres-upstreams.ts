import type { Database } from '../../database/index.ts'
import type { Keys } from '../../keys/index.ts'
import type { UpstreamDirectory } from './stores.ts'

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

/** How a customer's provider secret is kept; `postgresUpstreams` reads it. */
export const wrapProviderSecret = (secret: string, keys: Pick<Keys, 'wrap'>): string =>
  keys.wrap(Buffer.from(secret, 'utf8'), secretPurpose)

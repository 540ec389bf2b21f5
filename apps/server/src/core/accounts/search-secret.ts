import { randomBytes } from 'node:crypto'
import { preparedStatement, type TenantTransaction } from '../../platform/database/index.ts'
import type { Keys } from '../../platform/keys/index.ts'

const secretBytes = 32
const purpose = 'word_index'
const wrapPurpose = (client: string): string => `search secret of client ${client}`

/** The wrapped secret of an account's word index; no row while it has none. */
export const searchSecretStatement = preparedStatement('search secret', (db, { client }: { client: string }) =>
  db.selectFrom('account_secrets').select('secret_wrapped').where('client', '=', client).where('purpose', '=', purpose),
)

/** The secret, 32 bytes. */
export const unwrapSearchSecret = (keys: Keys, client: string, secret_wrapped: string): Buffer =>
  Buffer.from(keys.unwrap(secret_wrapped, wrapPurpose(client)))

/** Creates the secret of the account's word index unless it has one. */
export const createSearchSecret = async (tx: TenantTransaction, keys: Keys): Promise<void> => {
  await tx.db
    .insertInto('account_secrets')
    .values({
      client: tx.client,
      purpose,
      secret_wrapped: keys.wrap(randomBytes(secretBytes), wrapPurpose(tx.client)),
      created_at: tx.now,
    })
    .onConflict((conflict) => conflict.columns(['client', 'purpose']).doNothing())
    .execute()
}

/** Makes what was ever indexed useless, also in backups of the index without the secret. */
export const deleteSearchSecret = async (tx: TenantTransaction): Promise<void> => {
  await tx.db.deleteFrom('account_secrets').where('client', '=', tx.client).where('purpose', '=', purpose).execute()
}

import { preparedStatement, type TenantTransaction } from '../../platform/database/index.ts'
import type { Keys } from '../../platform/keys/index.ts'
import { accountSecret } from './account-secret.ts'

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
export const createSearchSecret = accountSecret({ purpose, wrapPurpose, bytes: 32 }).create

/** Makes what was ever indexed useless, also in backups of the index without the secret. */
export const deleteSearchSecret = async (tx: TenantTransaction): Promise<void> => {
  await tx.db.deleteFrom('account_secrets').where('client', '=', tx.client).where('purpose', '=', purpose).execute()
}

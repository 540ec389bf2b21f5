import { randomBytes } from 'node:crypto'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { type Keys, type SigningKey, signingKeyFromSeed } from '../../platform/keys/index.ts'

const seedBytes = 32
const purpose = 'webhook_signing'
const wrapPurpose = (client: string): string => `webhook signing key of client ${client}`

/** The Ed25519 key that signs what is delivered to an account's webhooks; `null` while it has none. */
export const readWebhookKey = async (tx: TenantTransaction, keys: Keys): Promise<SigningKey | null> => {
  const row = await tx.db
    .selectFrom('account_secrets')
    .select('secret_wrapped')
    .where('client', '=', tx.client)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return row ? signingKeyFromSeed(keys.unwrap(row.secret_wrapped, wrapPurpose(tx.client))) : null
}

/** Creates the account's key unless it has one. It never changes, because customers' systems verify with its public half. */
export const createWebhookKey = async (tx: TenantTransaction, keys: Keys): Promise<SigningKey> => {
  await tx.db
    .insertInto('account_secrets')
    .values({
      client: tx.client,
      purpose,
      secret_wrapped: keys.wrap(randomBytes(seedBytes), wrapPurpose(tx.client)),
      created_at: tx.now,
    })
    .onConflict((conflict) => conflict.columns(['client', 'purpose']).doNothing())
    .execute()
  const key = await readWebhookKey(tx, keys)
  if (!key) throw new Error('A webhook key was not stored')
  return key
}

import type { TenantTransaction } from '../../platform/database/index.ts'
import { type Keys, type SigningKey, signingKeyFromSeed } from '../../platform/keys/index.ts'
import { accountSecret } from './account-secret.ts'

const seed = accountSecret({
  purpose: 'webhook_signing',
  wrapPurpose: (client) => `webhook signing key of client ${client}`,
  bytes: 32,
})

/** The Ed25519 key that signs what is delivered to an account's webhooks; `null` while it has none. */
export const readWebhookKey = async (tx: TenantTransaction, keys: Keys): Promise<SigningKey | null> => {
  const stored = await seed.read(tx, keys)
  return stored && signingKeyFromSeed(stored)
}

/** Creates the account's key unless it has one. It never changes, because customers' systems verify with its public half. */
export const createWebhookKey = async (tx: TenantTransaction, keys: Keys): Promise<SigningKey> => {
  await seed.create(tx, keys)
  const key = await readWebhookKey(tx, keys)
  if (!key) throw new Error('A webhook key was not stored')
  return key
}

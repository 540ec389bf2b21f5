import { randomBytes } from 'node:crypto'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { Keys } from '../../platform/keys/index.ts'

const idBytes = 24
const purpose = 'transfer_external_id'
const wrapPurpose = (client: string): string => `external id of transfers of client ${client}`

/**
 * What the trust policy of a customer's role has to ask for; `null` while the account has none. Nobody else's configuration can name the
 * role with it (the 'confused deputy' of Amazon's documentation).
 */
export const readTransferExternalId = async (tx: TenantTransaction, keys: Keys): Promise<string | null> => {
  const row = await tx.db
    .selectFrom('account_secrets')
    .select('secret_wrapped')
    .where('client', '=', tx.client)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return row ? Buffer.from(keys.unwrap(row.secret_wrapped, wrapPurpose(tx.client))).toString('base64url') : null
}

/** Creates the account's external id unless it has one. It never changes, because customers write it into their policies. */
export const createTransferExternalId = async (tx: TenantTransaction, keys: Keys): Promise<string> => {
  await tx.db
    .insertInto('account_secrets')
    .values({
      client: tx.client,
      purpose,
      secret_wrapped: keys.wrap(randomBytes(idBytes), wrapPurpose(tx.client)),
      created_at: tx.now,
    })
    .onConflict((conflict) => conflict.columns(['client', 'purpose']).doNothing())
    .execute()
  const id = await readTransferExternalId(tx, keys)
  if (id === null) throw new Error('An external id was not stored')
  return id
}

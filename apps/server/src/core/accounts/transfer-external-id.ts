import type { TenantTransaction } from '../../platform/database/index.ts'
import type { Keys } from '../../platform/keys/index.ts'
import { accountSecret } from './account-secret.ts'

const externalId = accountSecret({
  purpose: 'transfer_external_id',
  wrapPurpose: (client) => `external id of transfers of client ${client}`,
  bytes: 24,
})

/**
 * The id for which the trust policy of a customer's role has to ask; `null` while the account has none. No other account's configuration
 * can use the role (the 'confused deputy' of Amazon's documentation).
 */
export const readTransferExternalId = async (tx: TenantTransaction, keys: Keys): Promise<string | null> => {
  const id = await externalId.read(tx, keys)
  return id && Buffer.from(id).toString('base64url')
}

/** Creates the account's external id unless it has one. It never changes, because customers write it into their policies. */
export const createTransferExternalId = async (tx: TenantTransaction, keys: Keys): Promise<string> => {
  await externalId.create(tx, keys)
  const id = await readTransferExternalId(tx, keys)
  if (id === null) throw new Error('An external id was not stored')
  return id
}

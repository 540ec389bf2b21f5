import { transferUserReference } from '../../../core/accounts/index.ts'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import { lockPayloads } from '../rows/get-payload.ts'
import { receiptsBy, storeReceipts } from '../rows/payload-receipts.ts'
import { receivableStates } from './confirm-receipts.ts'

/** Stores receipts that an archive gave for what a transfer configuration sent to it. What it confirmed before stays as it is. */
export const confirmByArchive = async (
  tx: TenantTransaction,
  transfer_config_reference: string,
  payload_references: readonly string[],
): Promise<void> => {
  const user = transferUserReference(transfer_config_reference)
  const references = payload_references.toSorted()
  const payloads = await lockPayloads(tx, references)
  const earlier = await receiptsBy(tx, user, references)
  const confirmed = payloads.filter(
    ({ payload_reference, payload_state, is_personal_number }) =>
      receivableStates.includes(payload_state) && !is_personal_number && !earlier.has(payload_reference),
  )
  if (confirmed.length === 0) return
  await storeReceipts(tx, { user, note: null }, confirmed)
  await tx.custody(
    { kind: 'system', reference: user },
    confirmed.map(({ payload_reference }) => ({ payload_reference, event: 'payload.receipt_confirmed' })),
  )
}

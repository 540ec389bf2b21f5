import type { PayloadRegistration, PayloadState } from '@holdfast/contract'
import {
  type Actor,
  custodyStatement,
  noticesStatement,
  type PayloadRow,
  type TenantTransaction,
} from '../../platform/database/index.ts'
import { lockPayload, payloadNotice, replaceSeal } from '../payloads/index.ts'
import { isSameSeal, sealOf } from './same-registration.ts'
import { deleteParts, partsOf } from './upload-parts.ts'
import { isUploadable } from './uploadable.ts'

/**
 * Gives a payload the new seal that its handset registered. Its state stays: a Failed one becomes Uploaded when the new bytes have
 * arrived. The parts of an unfinished upload are dropped; a sweep removes their objects.
 * @returns false if the payload is no longer as it was when the item was decided
 */
export const reseal = async (
  tx: TenantTransaction,
  actor: Actor,
  { item, payload: decided }: { item: PayloadRegistration; payload: PayloadRow },
): Promise<boolean> => {
  const { payload_reference } = item
  const payload = await lockPayload(tx, payload_reference)
  if (!payload || !isUploadable(payload.payload_state as PayloadState) || !isSameSeal(payload, decided)) return false
  await replaceSeal(tx, payload, sealOf(item), actor.reference)
  await deleteParts(tx, payload_reference, await partsOf(tx, payload_reference))
  const { key_id, checksum, size, failure } = payload
  const details = {
    key_id: item.key_id,
    checksum: item.checksum,
    size: item.size,
    former: { key_id, checksum, size, failure },
  }
  await tx.executeAll([
    custodyStatement(tx, [{ actor, payload_reference, event: 'payload.resealed', details }]),
    noticesStatement(tx, [payloadNotice(payload, payload.payload_state)]),
  ])
  return true
}

import type { PayloadState } from '@holdfast/contract'
import type { DevicePrincipal } from '../../core/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { ownPayload } from './own-payload.ts'
import { arrivedBytes, partsOf } from './upload-parts.ts'
import { isUploadable } from './uploadable.ts'

/**
 * The offset at which the upload of a payload continues; its size once all bytes have arrived.
 * @throws ProductError payload.not_found
 */
export const uploadOffset = async (
  tx: TenantTransaction,
  device: DevicePrincipal,
  payload_reference: string,
): Promise<number> => {
  // Read before the payload: if the upload is completed in between, which deletes its parts, the payload's state
  // shows that.
  const parts = await partsOf(tx, payload_reference)
  const payload = await ownPayload(tx, device, payload_reference)
  return isUploadable(payload.payload_state as PayloadState) ? arrivedBytes(parts) : (payload.size ?? 0)
}

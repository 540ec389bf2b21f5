import type { PayloadState } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { DevicePrincipal } from '../../platform/http/principals.ts'
import { ownPayload } from './own-payload.ts'
import { arrivedBytes, partsOf } from './upload-parts.ts'
import { isUploadable } from './uploadable.ts'

/**
 * Where the upload of a payload continues; the whole size once all has arrived.
 * @throws ProductError payload.not_found
 */
export const uploadOffset = async (
  tx: TenantTransaction,
  device: DevicePrincipal,
  payload_reference: string,
): Promise<number> => {
  // Before the payload: who completes the upload in between takes them away, and is then seen to have completed it.
  const parts = await partsOf(tx, payload_reference)
  const payload = await ownPayload(tx, device, payload_reference)
  return isUploadable(payload.payload_state as PayloadState) ? arrivedBytes(parts) : (payload.size ?? 0)
}

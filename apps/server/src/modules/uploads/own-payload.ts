import { ProductError } from '@holdfast/contract'
import type { DevicePrincipal } from '../../core/authorization/index.ts'
import type { PayloadRow, TenantTransaction } from '../../platform/database/index.ts'
import { findPayload } from '../payloads/index.ts'

/**
 * Finds a payload of the device.
 * @throws ProductError payload.not_found, also for a payload of another device
 */
export const ownPayload = async (
  tx: TenantTransaction,
  device: DevicePrincipal,
  payload_reference: string,
): Promise<PayloadRow> => {
  const payload = await findPayload(tx, payload_reference)
  if (payload?.device_reference !== device.device_reference) throw new ProductError('payload.not_found')
  return payload
}

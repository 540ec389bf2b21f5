import { getUploadOffset, uploadContent } from '@holdfast/contract'
import { base64 } from './base64.ts'
import { DeviceCallError } from './device-call-error.ts'
import type { DeviceCalls } from './device-calls.ts'
import type { Outbox } from './outbox.ts'

export interface Upload {
  payload_reference: string
  /** Total sealed bytes. */
  size: number
  /** Sealed bytes that the server has, as far as the handset knows. */
  offset: number
}

/** How many parts may bring no progress before the upload is left for later. */
const maxStandstills = 5

/**
 * Sends the rest of a payload's sealed bytes, part by part, from the server's offset: after a lost response
 * the server has more than the handset knows. Holds one part in memory.
 *
 * @throws DeviceCallError when it cannot continue
 */
export const upload = async (
  { payload_reference, size, offset: from }: Upload,
  partBytes: number,
  outbox: Outbox,
  calls: DeviceCalls,
): Promise<void> => {
  let offset = from
  for (let standstills = 0; offset < size; ) {
    const part = await outbox.content(payload_reference, offset, Math.min(size, offset + partBytes))
    const reached = await sendPart(payload_reference, offset, part, calls)
    if (reached <= offset && ++standstills > maxStandstills) {
      throw new DeviceCallError('upload.wrong_offset', `The upload does not get beyond ${offset} bytes`)
    }
    offset = reached
  }
}

const sendPart = async (
  payload_reference: string,
  offset: number,
  bytes: Uint8Array<ArrayBuffer>,
  calls: DeviceCalls,
): Promise<number> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const headers = {
    'content-type': 'application/octet-stream',
    'upload-offset': String(offset),
    'content-digest': `sha-256=:${base64(digest)}:`,
  }
  try {
    return offsetOf(await calls.sendForHeaders(uploadContent, { payload_reference }, { bytes, headers }))
  } catch (error) {
    if (!(error instanceof DeviceCallError) || error.code !== 'upload.wrong_offset') throw error
    return offsetOf(await calls.sendForHeaders(getUploadOffset, { payload_reference }))
  }
}

const offsetOf = (headers: Headers): number => {
  const value = headers.get('upload-offset') ?? ''
  if (!/^\d{1,15}$/.test(value)) throw new DeviceCallError('unreachable', 'The answer has no Upload-Offset')
  return Number(value)
}

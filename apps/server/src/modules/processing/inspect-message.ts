import { createHash } from 'node:crypto'
import { EnvelopeError, openBytes, unwrapDek } from '@holdfast/custody'
import { probeMessage } from '../../platform/media-probe/index.ts'
import { both, type InspectingPlatform, type Inspection, missing, type SealedRecording } from './inspect-recording.ts'
import { once, scanEach } from './scan-attachments.ts'

/**
 * Hashes, opens, scans and probes a message whose sealed bytes are in memory. The outcome is that of `inspectRecording`, whose
 * streams cost more than the work itself if the content is a kibibyte.
 * @throws what the server is to blame for; problems of the message are returned
 */
export const inspectMessage = async (
  { clientKeys, scanner }: InspectingPlatform,
  message: SealedRecording & { sealed: Buffer | null },
): Promise<Inspection> => {
  const { client, key_id, encrypted_dek, iv, sealed } = message
  if (key_id === null || encrypted_dek === null || iv === null) return missing
  const key = await clientKeys.privateKey(client, key_id)
  if (!key) return { isOpened: false, failure: 'wrong_key', isDamaged: false }
  if (sealed === null) return missing
  if (createHash('sha256').update(sealed).digest('hex') !== message.checksum) {
    return { isOpened: false, failure: 'checksum', isDamaged: true }
  }
  const { payload_reference, payload_type, device_reference } = message
  try {
    const context = { payload_reference, payload_type, device_reference, iv }
    return await inspectOpened(scanner, await openBytes(sealed, await unwrapDek(encrypted_dek, key), context))
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error
    return { isOpened: false, failure: error.code.replace('envelope.', ''), isDamaged: false }
  }
}

const inspectOpened = async (scanner: InspectingPlatform['scanner'], content: Uint8Array): Promise<Inspection> => {
  const { facts, attachments } = await probeMessage(content)
  const [whole, parts] = await Promise.allSettled([scanner.scan(once(content)), scanEach(scanner, attachments)])
  return { isOpened: true, size: content.length, verdict: both(whole, parts), facts }
}

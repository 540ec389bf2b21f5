import { hash } from 'node:crypto'
import { MessageContent } from '@holdfast/contract'
import { EnvelopeError, openBytes, unwrapDek } from '@holdfast/custody'
import { Errors } from 'typebox/value'
import type { AccountKeys } from './account-keys.ts'
import type { Findings } from './findings.ts'
import type { StoredRecording } from './stored-recording.ts'

/** Where to look when an envelope does not open (docs/device-calls.md, 'A first recording'). */
const hints: Readonly<Record<string, string>> = {
  wrong_key: 'The data key does not unwrap: compare with wrapping_p256.shared_secret of the test vectors',
  wrong_iv: 'The iv in the header is not the registered one: compare with recording.header',
  tampered: 'A segment does not open: compare with recording.associated_data and recording.sealed',
  truncated: 'The last segment is missing, or not marked as the last',
}

/** What the recordings of a handset were sealed with. */
export interface Sealing {
  /** The serial number is part of what was sealed. */
  device_reference: string
  keys: AccountKeys
  /** The recording of each data key, by its digest. */
  dataKeys: Map<string, string>
}

/**
 * Opens what has arrived as the server does.
 *
 * @returns why it does not open, as `POST /payloads/statuses` calls it; `undefined` when it opens
 */
export const openRecording = async (
  { registration, sealed }: StoredRecording,
  { device_reference, keys, dataKeys }: Sealing,
  findings: Findings,
): Promise<string | undefined> => {
  const { payload_reference, payload_type, key_id = '', encrypted_dek = '', iv = '' } = registration
  try {
    const dek = await unwrapDek(encrypted_dek, keys.find(key_id)?.private_key ?? '')
    const plain = await openBytes(sealed, dek, { payload_reference, payload_type, device_reference, iv })
    findings.pass('sealing.opens')
    const digest = hash('sha256', dek)
    const other = dataKeys.get(digest)
    dataKeys.set(digest, payload_reference)
    findings.judge(
      'sealing.new-data-key',
      other === undefined || other === payload_reference,
      'a random data key for each recording',
      () => `${other} and ${payload_reference} have the same`,
    )
    if (['SMS', 'MMS', 'RCS'].includes(payload_type)) judgeMessage(payload_reference, plain, findings)
    return undefined
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error
    const reason = error.code.slice('envelope.'.length)
    findings.fail('sealing.opens', `${payload_reference} opens`, `${reason}. ${hints[reason] ?? error.message}`)
    return reason
  }
}

const judgeMessage = (payload_reference: string, plain: Uint8Array, findings: Findings): void => {
  let message: unknown
  try {
    message = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain))
  } catch {
    findings.fail('content.message', 'one JSON document in UTF-8', `${payload_reference} holds something else`)
    return
  }
  const [problem] = Errors(MessageContent, message)
  findings.judge(
    'content.message',
    problem === undefined,
    'schemas/message-content.json',
    () => `${payload_reference}: ${problem?.instancePath} ${problem?.message}`,
  )
}

import { EnvelopeError, measured, openStream, plainSize, unwrapDek } from '@holdfast/custody'
import type { ClientKeys } from '../../platform/client-keys/client-keys.ts'
import type { PayloadRow } from '../../platform/database/index.ts'
import { type ProbeResult, probe } from '../../platform/media-probe/index.ts'
import { ObjectNotFound, type Objects } from '../../platform/objects/index.ts'
import type { Scanner, Verdict } from '../../platform/scanner/index.ts'
import { fanOut } from './fan-out.ts'
import { scanAttachments } from './scan-attachments.ts'

/** Why a payload does not open: the codes of EnvelopeError without their prefix, or one of ours. */
export type OpeningFailure = string

export type Inspection =
  | {
      isOpened: false
      failure: OpeningFailure
      /** The stored bytes are not those that arrived. Otherwise they were sealed wrongly. */
      isDamaged: boolean
    }
  | {
      isOpened: true
      /** Bytes of the opened content. */
      size: number
      verdict: PromiseSettledResult<Verdict>
      facts: ProbeResult
    }

export interface InspectingPlatform {
  objects: Pick<Objects, 'get'>
  clientKeys: Pick<ClientKeys, 'privateKey'>
  scanner: Scanner
}

/** What must be known of a payload to open it. */
export type SealedRecording = Pick<
  PayloadRow,
  | 'client'
  | 'payload_reference'
  | 'payload_type'
  | 'device_reference'
  | 'key_id'
  | 'encrypted_dek'
  | 'iv'
  | 's3_path'
  | 'checksum'
  | 'size'
>

/**
 * One pass over the stored bytes: hashed, opened, scanned and probed as they stream by, in constant memory. The opened
 * bytes go nowhere else.
 * @throws StorageUnavailable, or what `signal` aborts with; what is wrong with the recording is an answer, not an error
 */
export const inspectRecording = async (
  platform: InspectingPlatform,
  payload: SealedRecording,
  signal: AbortSignal,
): Promise<Inspection> => {
  try {
    return await inspect(platform, payload, signal)
  } catch (error) {
    if (error instanceof ObjectNotFound) return missing
    if (!(error instanceof EnvelopeError)) throw error
    const isDamaged = !(await hasArrivedBytes(platform.objects, payload, signal))
    return { isOpened: false, failure: isDamaged ? 'checksum' : error.code.replace('envelope.', ''), isDamaged }
  }
}

const missing = { isOpened: false, failure: 'missing', isDamaged: true } as const

/** What does not open was not read to its end, so that its checksum is still to be found out. */
const hasArrivedBytes = async (
  objects: InspectingPlatform['objects'],
  { s3_path, checksum }: SealedRecording,
  signal: AbortSignal,
): Promise<boolean> => {
  const { content, measure } = measured(abortable(await objects.get(s3_path ?? ''), signal))
  for await (const _ of content);
  return measure().checksum === checksum
}

const inspect = async (
  { objects, clientKeys, scanner }: InspectingPlatform,
  payload: SealedRecording,
  signal: AbortSignal,
): Promise<Inspection> => {
  const { client, key_id, encrypted_dek, iv, s3_path, payload_type, payload_reference, device_reference } = payload
  if (key_id === null || encrypted_dek === null || iv === null || s3_path === null || payload.size === null) {
    return missing
  }
  const key = await clientKeys.privateKey(client, key_id)
  if (!key) return { isOpened: false, failure: 'wrong_key', isDamaged: false }
  const dek = await unwrapDek(encrypted_dek, key)
  const { content, measure } = measured(abortable(await objects.get(s3_path), signal))
  const opened = openStream(content, dek, { payload_reference, payload_type, device_reference, iv })
  const isMessage = payload_type === 'SMS' || payload_type === 'MMS' || payload_type === 'RCS'
  const [whole, parts, facts] = await fanOut<[Verdict, Verdict, ProbeResult]>(opened, [
    (plain) => scanner.scan(plain),
    async (plain) => (isMessage ? scanAttachments(scanner, plain) : { clean: true }),
    (plain) => probe(payload_type, plain),
  ])
  if (measure().checksum !== payload.checksum) return { isOpened: false, failure: 'checksum', isDamaged: true }
  if (facts.status === 'rejected') throw facts.reason
  const size = plainSize(measure().size)
  return { isOpened: true, size, verdict: both(whole, parts), facts: facts.value }
}

/** A finding counts even when the other scan did not come to a verdict. */
const both = (
  whole: PromiseSettledResult<Verdict>,
  parts: PromiseSettledResult<Verdict>,
): PromiseSettledResult<Verdict> => {
  const isFinding = (result: PromiseSettledResult<Verdict>) => result.status === 'fulfilled' && !result.value.clean
  const isMissing = (result: PromiseSettledResult<Verdict>) => result.status === 'rejected'
  return [whole, parts].find(isFinding) ?? [whole, parts].find(isMissing) ?? whole
}

async function* abortable(source: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    signal.throwIfAborted()
    yield chunk
  }
}

import { EnvelopeError, measured, measureStream, openStream, plainSize, unwrapDek } from '@holdfast/custody'
import type { ClientKeys } from '../../core/accounts/index.ts'
import type { PayloadRow } from '../../platform/database/index.ts'
import { type ProbeResult, probe } from '../../platform/media-probe/index.ts'
import { ObjectNotFound } from '../../platform/objects/index.ts'
import type { Scanner, Verdict } from '../../platform/scanner/index.ts'
import { fanOut } from './fan-out.ts'
import { scanAttachments } from './scan-attachments.ts'

/** Why a payload cannot be opened: a code of `EnvelopeError` without its prefix, or `missing` or `checksum`. */
export type OpeningFailure = string

export type Inspection =
  | {
      isOpened: false
      failure: OpeningFailure
      /** Whether the stored bytes differ from those that arrived. Otherwise they were sealed incorrectly. */
      isDamaged: boolean
    }
  | {
      isOpened: true
      /** Size of the decrypted content in bytes. */
      size: number
      verdict: PromiseSettledResult<Verdict>
      facts: ProbeResult
    }

export interface InspectingPlatform {
  clientKeys: Pick<ClientKeys, 'privateKey'>
  scanner: Pick<Scanner, 'scan'>
}

/** The columns of a payload that are needed to open it. */
export type SealedRecording = Pick<
  PayloadRow,
  'client' | 'payload_reference' | 'payload_type' | 'device_reference' | 'key_id' | 'encrypted_dek' | 'iv' | 'checksum'
>

/** Begins to read the stored bytes. Fails with `ObjectNotFound` if there are none. */
type ReadStored = () => Promise<AsyncIterable<Uint8Array>>

/**
 * Hashes, opens, scans and probes the stored bytes in one pass, as a stream in constant memory. The decrypted bytes
 * are stored nowhere.
 * @throws StorageUnavailable, or the reason of `signal`; problems of the recording are returned, not thrown
 */
export const inspectRecording = async (
  platform: InspectingPlatform,
  payload: SealedRecording,
  readStored: ReadStored,
  signal: AbortSignal,
): Promise<Inspection> => {
  const read = async () => abortable(await readStored(), signal)
  try {
    return await inspect(platform, payload, read)
  } catch (error) {
    if (error instanceof ObjectNotFound) return missing
    if (!(error instanceof EnvelopeError)) throw error
    // Opening stopped before the end, so the checksum needs another pass.
    const isDamaged = (await measureStream(await read())).checksum !== payload.checksum
    return { isOpened: false, failure: isDamaged ? 'checksum' : error.code.replace('envelope.', ''), isDamaged }
  }
}

export const missing = { isOpened: false, failure: 'missing', isDamaged: true } as const

const inspect = async (
  { clientKeys, scanner }: InspectingPlatform,
  payload: SealedRecording,
  read: ReadStored,
): Promise<Inspection> => {
  const { client, key_id, encrypted_dek, iv, payload_type, payload_reference, device_reference } = payload
  if (key_id === null || encrypted_dek === null || iv === null) return missing
  const key = await clientKeys.privateKey(client, key_id)
  if (!key) return { isOpened: false, failure: 'wrong_key', isDamaged: false }
  const dek = await unwrapDek(encrypted_dek, key)
  const { content, measure } = measured(await read())
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

/** A finding counts even if the other scan failed. */
export const both = (
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

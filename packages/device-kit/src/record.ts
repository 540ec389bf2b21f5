import type { PayloadRegistration, PayloadType } from '@holdfast/contract'
import { measured, sealStream } from '@holdfast/custody'
import { ulid } from 'ulid'
import type { Configuration } from './configuration.ts'
import type { Entry, Outbox } from './outbox.ts'

/** A recording, or a call that was not recorded. */
export interface Recording {
  payload_type: PayloadType
  /** The recorded bytes, in chunks of any size; null for an aborted or blocked call, which is NotRecorded. */
  content: Uint8Array | AsyncIterable<Uint8Array> | null
  /** Metadata of the payload type, see the contract's `payloadMetaSchemas`. */
  meta: Record<string, unknown>
  /** The second parties' phone numbers. */
  numbers: string[]
  /** ISO 8601: when it was recorded; by default now. */
  payload_time?: string
}

/**
 * Seals a recording to the current public key, directly into the storage: its plaintext is stored nowhere. When the promise
 * resolves, the recording has its sequence number and survives any crash of the handset's process.
 */
export const recordInto = async (
  recording: Recording,
  device_reference: string,
  outbox: Outbox,
  configuration: Configuration,
  now: () => number,
): Promise<Entry> => {
  const payload_reference = ulid(now())
  const { content, payload_type, meta, numbers, payload_time = new Date(now()).toISOString() } = recording
  const known = { payload_reference, payload_type, payload_time, numbers, meta }
  if (content === null) return outbox.add({ ...known, payload_state: 'NotRecorded' })
  const { public_key } = (await configuration.current()).public_key
  const plain = content instanceof Uint8Array ? once(content) : content
  const context = { payload_reference, payload_type, device_reference }
  const { content: sealed, ...sealing } = await sealStream(plain, { ...context, public_key })
  const passing = measured(sealed)
  await outbox.keep(payload_reference, passing.content)
  const entry = { ...known, payload_state: 'Recorded' as const, ...sealing, ...passing.measure() }
  return outbox.add(entry satisfies Omit<PayloadRegistration, 'sequence'>)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes
}

import { limits, messageTypes, type PayloadState } from '@holdfast/contract'
import { openStream } from '@holdfast/custody'
import type { Platform } from '../../../core/platform.ts'
import type { PayloadRow } from '../../../platform/database/index.ts'
import { type MessageTexts, parseMessage, textsOf } from '../../../platform/media-probe/index.ts'
import { type Damage, damageOf } from '../content/damage.ts'
import { openDataKey } from '../content/data-keys.ts'
import { readStoredContent } from '../content/stored-content.ts'
import type { PayloadWithContent } from './payloads-with-content.ts'

/** A message that was opened. */
export interface ReadableMessage {
  payload: PayloadWithContent
  /** `null` if its content is damaged or missing. */
  texts: MessageTexts | null
  /** What made opening it fail. The caller records it. */
  damage: Damage | null
}

type StateColumns = Pick<PayloadRow, 'payload_type' | 'payload_state' | 'is_personal_number' | 'state_before_deletion'>

const cleanStates: readonly (string | null)[] = ['Processed', 'Transferred']

/** Whether the content of a payload is a message that is complete, clean and not personal. */
export const isReadableMessage = (
  payload: Pick<StateColumns, 'payload_type' | 'payload_state' | 'is_personal_number'>,
): boolean =>
  messageTypes.some((type) => type === payload.payload_type) &&
  cleanStates.includes(payload.payload_state) &&
  !payload.is_personal_number

/** Whether the word index has the words of a payload's content: also of a deleted message, because it can be restored. */
export const isIndexedMessage = (payload: StateColumns): boolean =>
  isReadableMessage({
    ...payload,
    payload_state:
      payload.payload_state === 'Deleted' ? (payload.state_before_deletion as PayloadState) : payload.payload_state,
  })

type Stores = Pick<Platform, 'clientKeys' | 'database' | 'objects'>

/** Messages that are opened at the same time: those that are objects wait for the store. */
const maxAtOnce = 8
/** Of all messages that are opened at the same time, so that large ones do not fill the memory. A larger one is opened alone. */
const maxBytesAtOnce = 4 * 1024 * 1024

/**
 * Opens those of the payloads that are readable messages, in their order. Not within a transaction.
 * @param isOpened for other states, if nobody gets to see what is read
 * @throws StorageUnavailable
 */
export async function* openMessages(
  platform: Stores,
  payloads: readonly PayloadWithContent[],
  isOpened: (payload: PayloadWithContent) => boolean = isReadableMessage,
): AsyncGenerator<ReadableMessage> {
  const opening: { bytes: number; message: Promise<ReadableMessage> }[] = []
  let bytesAtOnce = 0
  for (const payload of payloads.filter(isOpened)) {
    const bytes = payload.size ?? 0
    while (opening.length === maxAtOnce || bytesAtOnce + bytes > maxBytesAtOnce) {
      const first = opening.shift()
      if (!first) break
      yield await first.message
      bytesAtOnce -= first.bytes
    }
    const message = textsIn(platform, payload).then((texts) => ({ payload, ...texts }))
    // Thrown when it is its turn, unless one before it failed.
    message.catch(() => undefined)
    opening.push({ bytes, message })
    bytesAtOnce += bytes
  }
  for (const { message } of opening) yield await message
}

const textsIn = async (platform: Stores, payload: PayloadWithContent): Promise<Omit<ReadableMessage, 'payload'>> => {
  const { iv, size, sealed, payload_reference, payload_type, device_reference } = payload
  if (iv === null || size === null || size > maxSealedBytes) return { texts: null, damage: null }
  try {
    const dek = await openDataKey(platform, payload)
    const stored = sealed ? [sealed] : await readStoredContent(platform, payload)
    const context = { payload_reference, payload_type, device_reference, iv }
    const chunks: Uint8Array[] = []
    for await (const chunk of openStream(iterated(stored), dek, context)) chunks.push(chunk)
    return { texts: textsOf(parseMessage(Buffer.concat(chunks))), damage: null }
  } catch (error) {
    const damage = damageOf(error)
    if (!damage) throw error
    return { texts: null, damage }
  }
}

/** The sealed form of the largest message is little larger. */
const maxSealedBytes = 2 * limits.maxMessageBytes

async function* iterated(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks
}

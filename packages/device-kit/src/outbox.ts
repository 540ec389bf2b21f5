import type { PayloadRegistration } from '@holdfast/contract'
import { getJson, type HandsetStorage, putJson } from './handset-storage.ts'
import { createSequence } from './sequence.ts'

/** The registration of a payload, without its sequence number and its bytes. */
export type Sealed = Omit<PayloadRegistration, 'sequence' | 'content'>
/** A payload in the outbox. It never changes: the server knows how far its delivery is. */
export type Entry = Omit<PayloadRegistration, 'content'>

export interface Outbox {
  /** Stores sealed bytes; they are kept only if an entry is added for them. */
  keep: (payload_reference: string, sealed: AsyncIterable<Uint8Array>) => Promise<void>
  /** Adds an entry and assigns it the next sequence number. Neither happens without the other. */
  add: (sealed: Sealed) => Promise<Entry>
  /** Sequence numbers and references of payloads that are not delivered, oldest first. */
  pending: () => Promise<EntryName[]>
  read: (name: EntryName) => Promise<Entry | undefined>
  /** Sealed bytes from `from` (inclusive) to `to` (exclusive). */
  content: (payload_reference: string, from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>
  /** Removes a delivered payload with its bytes. Its sequence number stays used. */
  drop: (name: EntryName) => Promise<void>
}

export interface EntryName {
  sequence: number
  payload_reference: string
}

const recordOf = ({ sequence, payload_reference }: EntryName) =>
  `outbox/${String(sequence).padStart(16, '0')}-${payload_reference}`
const contentOf = (payload_reference: string) => `content/${payload_reference}`
const nameOf = (record: string): EntryName => {
  const [, sequence = '', payload_reference = ''] = /^outbox\/(\d{16})-(.+)$/.exec(record) ?? []
  return { sequence: Number(sequence), payload_reference }
}

/** Opens the outbox in storage, and removes the bytes of recordings that were cut off before they were added. */
export const openOutbox = async (storage: HandsetStorage, nextOnServer: () => Promise<number>): Promise<Outbox> => {
  const pending = async () => (await storage.list('outbox')).map(nameOf)
  const lastInOutbox = async () => (await pending()).at(-1)?.sequence
  const sequence = createSequence(storage, { lastInOutbox, nextOnServer })
  await removeUnfinished(storage, new Set((await pending()).map((name) => contentOf(name.payload_reference))))
  return {
    keep: (payload_reference, sealed) => storage.put(contentOf(payload_reference), sealed),
    add: (sealed) =>
      sequence.next(async (number) => {
        const entry = { ...sealed, sequence: number }
        await putJson(storage, recordOf(entry), entry)
        return entry
      }),
    pending,
    read: (name) => getJson(storage, recordOf(name)),
    content: async (payload_reference, from, to) => {
      const bytes = await storage.get(contentOf(payload_reference), { from, to })
      if (bytes?.length !== to - from) throw new Error(`The storage has lost bytes of ${payload_reference}`)
      return new Uint8Array(bytes)
    },
    drop: async (name) => {
      await sequence.retire(name.sequence)
      await storage.remove(recordOf(name))
      await storage.remove(contentOf(name.payload_reference))
    },
  }
}

const removeUnfinished = async (storage: HandsetStorage, added: ReadonlySet<string>): Promise<void> => {
  for (const content of await storage.list('content')) {
    if (!added.has(content)) await storage.remove(content)
  }
}

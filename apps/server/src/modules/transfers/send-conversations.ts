import { sql } from 'kysely'
import { type PayloadRow, storedJson } from '../../platform/database/index.ts'
import { DestinationError } from '../../platform/destinations/index.ts'
import { findPayload, findPayloads } from '../payloads/index.ts'
import { conversationFile, type DeliveryFile, type RecordingToSend } from '../transfer-files/index.ts'
import { deliverFile, isEnding, type KnownFile, type Measured, selectFiles, wordsOf } from './deliver-file.ts'
import { concernsDestination } from './destination-problem.ts'
import { inParallel } from './in-parallel.ts'
import { leftOutReasonOf } from './left-out.ts'
import { OriginalContent, problemOfContent } from './original-content.ts'
import type { Sending } from './sending.ts'
import type { Slice } from './slice.ts'

const conversationsAtOnce = 4
const pageConversations = 200
const pageMessages = 200

/** Sends the messages that stand together in a file of their conversation and day. @returns whether none is left */
export const sendConversations = (sending: Sending): Promise<boolean> =>
  inParallel<string>(
    (last) => waitingConversations(sending.slice, last),
    { most: conversationsAtOnce, isOver: () => sending.slice.isOver },
    (conversation) => sendConversation(sending, conversation),
  )

const waitingConversations = ({ platform, client, transfer }: Slice, after: string | null): Promise<string[]> =>
  platform.database.read(client, async (tx) => {
    const rows = await tx.db
      .selectFrom('transfer_items')
      .select('conversation')
      .distinct()
      .where('client', '=', client)
      .where('transfer_id', '=', transfer.transfer_id)
      .where('outcome', '=', 'waiting')
      .where('conversation', '>', after ?? '')
      .orderBy('conversation')
      .limit(pageConversations)
      .execute()
    return rows.flatMap(({ conversation }) => conversation ?? [])
  })

const sendConversation = async (sending: Sending, conversation: string): Promise<void> => {
  const { slice, destination, writer } = sending
  const messages = new ConversationMessages(sending, conversation)
  const first = await messages.first()
  const { file, known } = await nextFile(slice, (number) =>
    conversationFile(slice.format, { first, messages: messages.read, onBroken: messages.leaveOut, number }),
  )
  try {
    const result = await deliverFile(slice, destination, { file, known }, (failed) => writer.addFile(failed))
    for await (const item of messages.items()) {
      const sent = {
        outcome: 'sent',
        left_out_reason: null,
        file_number: result.file_number,
        error_message: null,
      } as const
      await writer.addItem({ ...item, ...sent })
    }
    // Last: until then, the file counts as one that may be there.
    writer.addFile(result)
  } catch (error) {
    if (isEnding(slice, error) || !(error instanceof DestinationError) || concernsDestination(error)) throw error
    await messages.failAll(wordsOf(error))
  }
}

/** The file with the lowest number that was not delivered yet. */
export const nextFile = async (
  { platform, client, transfer }: Slice,
  fileOf: (number: number) => DeliveryFile,
): Promise<{ file: DeliveryFile; known: KnownFile | undefined; number: number }> => {
  for (let number = 1; ; number++) {
    const file = fileOf(number)
    const known = await platform.database.read(client, (tx) =>
      selectFiles(tx, transfer.transfer_id).where('file_name', '=', file.path).executeTakeFirst(),
    )
    if (known?.state !== 'Succeeded') return { file, known, number }
  }
}

interface MessageItem {
  arrival: number
  payload_reference: string
  payload_time: string
  bytes: number | null
  sha256: string | null
}

/** The messages of a conversation and day that wait, by time. */
class ConversationMessages {
  readonly #sending: Sending
  readonly #conversation: string
  /** Messages that are not in the file. */
  readonly #leftOut = new Set<string>()

  constructor(sending: Sending, conversation: string) {
    this.#sending = sending
    this.#conversation = conversation
  }

  /** The first message of all, sent before or not. */
  async first(): Promise<Pick<PayloadRow, 'payload_reference' | 'payload_time'>> {
    const { platform, client, transfer } = this.#sending.slice
    return platform.database.read(client, async (tx) => {
      const row = await tx.db
        .selectFrom('transfer_items')
        .select(['payload_reference', 'payload_time'])
        .where('client', '=', client)
        .where('transfer_id', '=', transfer.transfer_id)
        .where('conversation', '=', this.#conversation)
        .orderBy('payload_time')
        .orderBy('arrival')
        .limit(1)
        .executeTakeFirstOrThrow()
      return { ...row, payload_time: row.payload_time ?? '' }
    })
  }

  readonly read = async function* (this: ConversationMessages): AsyncGenerator<RecordingToSend> {
    const { slice, writer } = this.#sending
    const facts: ({ arrival: number } & Measured)[] = []
    for await (const { item, payload } of this.#rows()) {
      if (this.#leftOut.has(item.payload_reference)) continue
      const reason = leftOutReasonOf(payload)
      if (reason !== null || !payload) {
        this.#leftOut.add(item.payload_reference)
        const result = { ...item, outcome: 'left_out', left_out_reason: reason, file_number: null } as const
        await writer.addItem({ ...result, error_message: null })
        continue
      }
      const content = new OriginalContent(slice.platform, payload)
      yield { payload, content: content.open }
      if (content.whole) facts.push({ arrival: item.arrival, ...content.whole })
      if (facts.length >= pageMessages) await this.#storeFacts(facts.splice(0))
    }
    await this.#storeFacts(facts)
  }.bind(this)

  /** Stores sizes and hashes of the contents, for the manifest. */
  async #storeFacts(facts: readonly ({ arrival: number } & Measured)[]): Promise<void> {
    if (facts.length === 0) return
    const { platform, client, transfer } = this.#sending.slice
    await platform.database.transaction(client, (tx) =>
      sql`update transfer_items item set bytes = fact.bytes, sha256 = fact.sha256
        from json_to_recordset(${storedJson(facts)}::json) as fact (arrival bigint, bytes bigint, sha256 text)
        where item.client = ${client} and item.transfer_id = ${transfer.transfer_id} and item.arrival = fact.arrival`.execute(
        tx.db,
      ),
    )
  }

  /** A message that cannot be opened fails alone. */
  readonly leaveOut = async ({ payload_reference }: { payload_reference: string }, error: unknown): Promise<void> => {
    if (this.#leftOut.has(payload_reference)) return
    const { slice, writer } = this.#sending
    const { platform, client, transfer } = slice
    const [payload, item] = await platform.database.read(client, async (tx) => [
      await findPayload(tx, payload_reference),
      await tx.db
        .selectFrom('transfer_items')
        .select('arrival')
        .where('client', '=', client)
        .where('transfer_id', '=', transfer.transfer_id)
        .where('payload_reference', '=', payload_reference)
        .executeTakeFirstOrThrow(),
    ])
    if (!payload) throw error
    const error_message = await problemOfContent(platform, payload, error)
    this.#leftOut.add(payload_reference)
    await writer.addItem({ ...failedItem({ ...item, payload_reference }), error_message })
  }

  async failAll(error_message: string): Promise<void> {
    for await (const item of this.items()) await this.#sending.writer.addItem({ ...failedItem(item), error_message })
  }

  /** The messages that are in the file. */
  async *items(): AsyncGenerator<MessageItem> {
    for await (const { item } of this.#rows(false)) if (!this.#leftOut.has(item.payload_reference)) yield item
  }

  async *#rows(withPayloads = true): AsyncGenerator<{ item: MessageItem; payload: PayloadRow | undefined }> {
    const { platform, client, transfer } = this.#sending.slice
    let after: MessageItem | undefined
    for (;;) {
      const last = after
      const { items, payloads } = await platform.database.read(client, async (tx) => {
        const { rows } = await sql<MessageItem>`select arrival, payload_reference, payload_time, bytes, sha256
          from transfer_items where client = ${client} and transfer_id = ${transfer.transfer_id}
            and conversation = ${this.#conversation} and outcome = 'waiting'
            and (payload_time, arrival) > (${last?.payload_time ?? '-infinity'}::timestamptz, ${last?.arrival ?? 0}::bigint)
          order by payload_time, arrival limit ${pageMessages}`.execute(tx.db)
        const found = withPayloads
          ? await findPayloads(
              tx,
              rows.map(({ payload_reference }) => payload_reference),
            )
          : []
        return { items: rows, payloads: new Map(found.map((payload) => [payload.payload_reference, payload])) }
      })
      for (const item of items) yield { item, payload: payloads.get(item.payload_reference) }
      after = items.at(-1)
      if (!after || items.length < pageMessages) return
    }
  }
}

const failedItem = ({ arrival, payload_reference }: Pick<MessageItem, 'arrival' | 'payload_reference'>) =>
  ({
    arrival,
    payload_reference,
    outcome: 'failed',
    left_out_reason: null,
    file_number: null,
    bytes: null,
    sha256: null,
  }) as const

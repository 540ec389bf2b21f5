import { sql } from 'kysely'
import type { PayloadRow } from '../../platform/database/index.ts'
import { findPayloads } from '../payloads/index.ts'
import { indexFile, type RecordingToSend } from '../transfer-files/index.ts'
import { deliverFile } from './deliver-file.ts'
import { leftOutReasonOf } from './left-out.ts'
import { OriginalContent } from './original-content.ts'
import type { ResultWriter } from './result-writer.ts'
import { nextFile } from './send-conversations.ts'
import type { Sending } from './sending.ts'
import type { Slice } from './slice.ts'
import { holdLease } from './store-results.ts'

const pageItems = 500

/**
 * Sends the file with the metadata of the recordings that were sent since the one before, if the format has such a file. Of a report,
 * which stands for itself, it is what waits.
 */
export const sendIndex = async ({ slice, destination, writer }: Sending): Promise<void> => {
  const isReport = slice.config.transfer_type === 'Vantage'
  const rows = new IndexedRows(slice, isReport)
  const fileOf = (number: number) =>
    indexFile(slice.format, { recordings: () => rows.read(writer), report_to: slice.transfer.report_to, number })
  if (fileOf(1) === null) return
  const { file, known, number } = await nextFile(slice, (each) => {
    const one = fileOf(each)
    if (!one) throw new Error('The format has no file for a window')
    return one
  })
  if (number > 1 && !(await rows.areAny())) return
  const result = await deliverFile(slice, destination, { file, known }, (failed) => writer.addFile(failed))
  if (isReport) {
    for await (const { item } of rows.rows(false)) {
      const sent = { outcome: 'sent', left_out_reason: null, file_number: result.file_number } as const
      await writer.addItem({ ...item, ...sent, error_message: null })
    }
  } else await rows.mark(result.file_number)
  writer.addFile(result)
}

interface IndexedItem {
  arrival: number
  payload_reference: string
  bytes: number | null
  sha256: string | null
}

/** The recordings that belong into the next file, in the order of their arrival. */
class IndexedRows {
  readonly #slice: Slice
  readonly #isReport: boolean

  constructor(slice: Slice, isReport: boolean) {
    this.#slice = slice
    this.#isReport = isReport
  }

  async *read(writer: ResultWriter): AsyncGenerator<RecordingToSend> {
    for await (const { item, payload } of this.rows(true)) {
      const reason = leftOutReasonOf(payload)
      if (payload && reason === null) {
        yield { payload, content: new OriginalContent(this.#slice.platform, payload).open }
      } else if (this.#isReport) {
        const result = { ...item, outcome: 'left_out', left_out_reason: reason, file_number: null } as const
        await writer.addItem({ ...result, error_message: null })
      }
    }
    await writer.flush()
  }

  async areAny(): Promise<boolean> {
    for await (const _ of this.rows(false)) return true
    return false
  }

  async *rows(withPayloads: boolean): AsyncGenerator<{ item: IndexedItem; payload: PayloadRow | undefined }> {
    const { platform, client, transfer } = this.#slice
    const which = this.#isReport
      ? sql<boolean>`outcome = 'waiting'`
      : sql<boolean>`outcome in ('sent', 'confirmed', 'differs') and index_file is null`
    let after = -1
    for (;;) {
      const from = after
      const { items, payloads } = await platform.database.read(client, async (tx) => {
        const found = await tx.db
          .selectFrom('transfer_items')
          .select(['arrival', 'payload_reference', 'bytes', 'sha256'])
          .where('client', '=', client)
          .where('transfer_id', '=', transfer.transfer_id)
          .where(which)
          .where('arrival', '>', from)
          .orderBy('arrival')
          .limit(pageItems)
          .execute()
        const references = found.map(({ payload_reference }) => payload_reference)
        return { items: found, payloads: withPayloads ? await findPayloads(tx, references) : [] }
      })
      const byReference = new Map(payloads.map((payload) => [payload.payload_reference, payload]))
      for (const item of items) yield { item, payload: byReference.get(item.payload_reference) }
      const last = items.at(-1)
      if (!last || items.length < pageItems) return
      after = last.arrival
    }
  }

  /** The next file has only what is sent from now on. */
  async mark(index_file: number): Promise<void> {
    const { platform, client, transfer } = this.#slice
    await platform.database.transaction(client, async (tx) => {
      await holdLease(tx, transfer)
      await tx.db
        .updateTable('transfer_items')
        .set({ index_file })
        .where('client', '=', client)
        .where('transfer_id', '=', transfer.transfer_id)
        .where('outcome', 'in', ['sent', 'confirmed', 'differs'])
        .where('index_file', 'is', null)
        .execute()
    })
  }
}

import { sql } from 'kysely'
import type { PayloadRow } from '../../platform/database/index.ts'
import { DestinationError } from '../../platform/destinations/index.ts'
import { findPayload, findPayloads } from '../payloads/index.ts'
import { type DeliveryFile, filesOfRecording } from '../transfer-files/index.ts'
import { deliverFile, isEnding, type KnownFile, selectFiles } from './deliver-file.ts'
import { concernsDestination } from './destination-problem.ts'
import { inParallel, limitedTo } from './in-parallel.ts'
import { LeftOut, leftOutReasonOf } from './left-out.ts'
import { OriginalContent, problemOfContent } from './original-content.ts'
import type { Sending } from './sending.ts'
import type { Slice } from './slice.ts'
import type { ItemResult } from './store-results.ts'

/** Recordings that are on their way at once, over one connection: small ones wait for the answers of the destination most of the time. */
const smallAtOnce = 16
/** Each of the large ones fills buffers. */
const largeAtOnce = 4
const largeBytes = 1024 ** 2
const pageItems = 100
/** A recording is checked again before its file gets its name, if the last check is older than this. */
const lookedAtForMs = 5_000

interface WaitingItem {
  arrival: number
  payload_reference: string
  times_sent: number
  payload: PayloadRow | undefined
  files: ReadonlyMap<string, KnownFile>
  lookedAt: number
}

/** Sends the recordings that have files of their own. @returns whether none is left */
export const sendRecordings = (sending: Sending): Promise<boolean> => {
  const oneOfLarge = limitedTo(largeAtOnce)
  const isLarge = ({ payload }: WaitingItem): boolean => (payload?.size ?? 0) > largeBytes
  return inParallel<WaitingItem>(
    (last) => waitingItems(sending.slice, last?.arrival ?? -1),
    { most: smallAtOnce, isOver: () => sending.slice.isOver },
    (item) => (isLarge(item) ? oneOfLarge(() => sendOne(sending, item)) : sendOne(sending, item)),
  )
}

const waitingItems = ({ platform, client, transfer }: Slice, after: number): Promise<WaitingItem[]> =>
  platform.database.read(client, async (tx) => {
    const items = await tx.db
      .selectFrom('transfer_items')
      .select(['arrival', 'payload_reference', 'times_sent'])
      .where('client', '=', client)
      .where('transfer_id', '=', transfer.transfer_id)
      .where('outcome', '=', 'waiting')
      .where('conversation', 'is', null)
      .where('arrival', '>', after)
      .orderBy('arrival')
      .limit(pageItems)
      .execute()
    if (items.length === 0) return []
    const payloads = await findPayloads(
      tx,
      items.map(({ payload_reference }) => payload_reference),
    )
    const arrivals = items.map(({ arrival }) => arrival)
    const files = await selectFiles(tx, transfer.transfer_id)
      .where(sql<boolean>`arrival = any(${arrivals}::bigint[])`)
      .execute()
    const byReference = new Map(payloads.map((payload) => [payload.payload_reference, payload]))
    const byArrival = Map.groupBy(files, ({ arrival }) => arrival)
    return items.map((item) => ({
      ...item,
      payload: byReference.get(item.payload_reference),
      files: new Map((byArrival.get(item.arrival) ?? []).map((file) => [file.file_name, file])),
      lookedAt: Date.now(),
    }))
  })

const sendOne = async (sending: Sending, item: WaitingItem): Promise<void> => {
  const { slice, writer } = sending
  const { arrival, payload_reference, payload } = item
  const result = { arrival, payload_reference, left_out_reason: null, file_number: null, bytes: null, sha256: null }
  const reason = leftOutReasonOf(payload)
  if (reason !== null || !payload) {
    await writer.addItem({ ...result, outcome: 'left_out', left_out_reason: reason, error_message: null })
    return
  }
  const content = new OriginalContent(slice.platform, payload)
  try {
    const file_number = await deliverFiles(sending, item, content)
    const whole = await content.measure()
    await writer.addItem({ ...result, outcome: 'sent', file_number, ...whole, error_message: null })
  } catch (error) {
    await writer.addItem({ ...result, ...(await outcomeOf(slice, content, error)) })
  }
}

/** @returns the number of the file with the content */
const deliverFiles = async (
  { slice, destination, writer }: Sending,
  item: WaitingItem,
  content: OriginalContent,
): Promise<number | null> => {
  const { payload } = content
  const files = filesOfRecording(slice.format, { payload, content: content.open })
  const numbers = new Map<DeliveryFile, number>()
  for (const plain of files) {
    const file = { ...plain, path: nameOf(plain.path, item.times_sent) }
    const known = item.files.get(file.path)
    if (known?.state === 'Succeeded') {
      numbers.set(plain, known.file_number)
      continue
    }
    const mayFinish = () => assertStillSent(slice, item)
    const delivery = { file, known, arrival: item.arrival, mayFinish }
    const result = await deliverFile(slice, destination, delivery, (failed) => writer.addFile(failed))
    writer.addFile(result)
    numbers.set(plain, result.file_number)
  }
  const main = files.find(({ kind }) => kind === 'recording') ?? files.find(({ kind }) => kind === 'content')
  return main ? (numbers.get(main) ?? null) : null
}

/** A recording that is sent once more gets another file name, so that no file in the archive is replaced. */
export const nameOf = (path: string, times_sent: number): string => {
  if (times_sent === 0) return path
  const dot = path.indexOf('.', path.lastIndexOf('/') + 1)
  const end = dot === -1 ? path.length : dot
  return `${path.slice(0, end)}-r${times_sent + 1}${path.slice(end)}`
}

/** @throws LeftOut */
const assertStillSent = async ({ platform, client }: Slice, item: WaitingItem): Promise<void> => {
  if (Date.now() - item.lookedAt < lookedAtForMs) return
  const payload = await platform.database.read(client, (tx) => findPayload(tx, item.payload_reference))
  const reason = leftOutReasonOf(payload)
  if (reason !== null) throw new LeftOut(reason)
  item.lookedAt = Date.now()
}

type Outcome = Pick<ItemResult, 'outcome' | 'left_out_reason' | 'error_message'>

/** @throws the error, if it concerns more than this recording */
const outcomeOf = async (slice: Slice, { failure, payload }: OriginalContent, error: unknown): Promise<Outcome> => {
  if (error instanceof LeftOut) return { outcome: 'left_out', left_out_reason: error.reason, error_message: null }
  if (isEnding(slice, error)) throw error
  const failed = (error_message: string): Outcome => ({ outcome: 'failed', left_out_reason: null, error_message })
  if (failure !== null) return failed(await problemOfContent(slice.platform, payload, failure))
  if (error instanceof DestinationError) {
    if (concernsDestination(error)) throw error
    return failed(error.message)
  }
  return failed(await problemOfContent(slice.platform, payload, error))
}

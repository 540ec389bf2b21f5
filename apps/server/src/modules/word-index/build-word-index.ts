import { messageTypes, type Payload } from '@holdfast/contract'
import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import type { PayloadRow, TenantTransaction } from '../../platform/database/index.ts'
import type { Position } from '../../platform/http/index.ts'
import { openCommentsOf } from '../comments/index.ts'
import {
  countPayloads,
  isIndexedMessage,
  lockPayloads,
  openMessages,
  payloadPage,
  payloadsWithContentStatement,
  type ReadableMessage,
  recordDamage,
} from '../payloads/index.ts'
import {
  buildWordIndexJob,
  holdWordIndex,
  lockWordIndex,
  lockWordIndexForPage,
  type PayloadText,
  storeWords,
  textOfComments,
  textsOfMessages,
  updateWordIndex,
  type WordHashes,
  type WordIndexJob,
  type WordIndexRow,
  withoutWords,
} from '../words/index.ts'

const worker = { kind: 'system', reference: 'worker' } as const
const pagePayloads = 200
/** After so many pages the job adds itself again, so that others get their turn. */
const pagesOfJob = 25

/** Where building continues: messages first, the newest before others, then recordings with comments. */
interface Place {
  part: 'messages' | 'comments'
  after: Position | null
}

/** Indexes what an account has, while new texts are indexed as they come. Each page may be indexed twice without harm. */
export const buildWordIndex: Job<WordIndexJob> = {
  definition: buildWordIndexJob,
  runsWhileQuiet: true,
  async handle({ platform, signal }, { client }) {
    for (let page = 0; page < pagesOfJob; page += 1) {
      signal.throwIfAborted()
      if (!(await buildPage(platform, client))) return
    }
    await platform.database.transaction(client, (tx) => tx.enqueue(buildWordIndexJob, { client }))
  },
}

/** @returns whether more pages follow */
const buildPage = async (platform: Platform, client: string): Promise<boolean> => {
  const { database } = platform
  const begun = await database.transaction(client, beginPage)
  if (!begun) return false
  const { index, place, payloads } = begun
  const opened = place.part === 'messages' ? await openedOf(platform, client, payloads) : null
  const isOn = await database.transaction(client, (tx) => storePage(tx, platform, payloads, opened))
  if (!isOn) return false
  return database.transaction(client, (tx) => advance(tx, index, place, payloads))
}

const beginPage = async (tx: TenantTransaction) => {
  const index = await lockWordIndexForPage(tx)
  if (index.state !== 'building') return null
  if (index.total === null) await updateWordIndex(tx, { total: await countPayloads(tx, messageTypes) })
  const place: Place = index.position ? JSON.parse(index.position) : { part: 'messages', after: null }
  const filter = place.part === 'messages' ? { payload_types: [...messageTypes] } : { is_commented: true }
  const payloads = await payloadPage(tx, filter, { position: place.after, limit: pagePayloads })
  return { index, place, payloads }
}

type Opened = ReadonlyMap<string, ReadableMessage>

const openedOf = async (platform: Platform, client: string, payloads: readonly Payload[]): Promise<Opened> => {
  const references = payloads.map(({ payload_reference }) => payload_reference)
  const opened = new Map<string, ReadableMessage>()
  const rows = await platform.database.readOnce(client, payloadsWithContentStatement({ client, references }))
  for await (const message of openMessages(platform, rows, isIndexedMessage)) {
    const { payload, damage } = message
    if (damage) await recordDamage(platform, worker, payload, damage)
    opened.set(payload.payload_reference, message)
  }
  return opened
}

/** @returns false if the index was turned off meanwhile */
const storePage = async (
  tx: TenantTransaction,
  { keys }: Platform,
  payloads: readonly Payload[],
  opened: Opened | null,
): Promise<boolean> => {
  // The rows before the index, like everybody who changes payloads.
  const locked = await lockPayloads(tx, payloads.map(({ payload_reference }) => payload_reference).sort())
  const index = await holdWordIndex(tx, keys)
  if (!index) return false
  const texts = opened ? await messageTexts(index.hashes, locked, opened) : await commentTexts(tx, index.hashes, locked)
  await storeWords(tx, texts)
  return true
}

/** Those that were changed since they were opened are left to whoever changed them. */
const messageTexts = async (hashes: WordHashes, locked: readonly PayloadRow[], opened: Opened) => {
  const messages = locked.flatMap((payload) => {
    const { payload: before, texts } = opened.get(payload.payload_reference) ?? {}
    return texts && isUnchanged(payload, before) ? [{ payload, texts }] : []
  })
  const others = locked
    .filter((payload) => !isIndexedMessage(payload))
    .map((payload) => withoutWords(payload, 'message'))
  return [...(await textsOfMessages(hashes, messages)), ...others]
}

const isUnchanged = (payload: PayloadRow, before: ReadableMessage['payload'] | undefined): boolean =>
  payload.payload_state === before?.payload_state && payload.uploaded_at === before.uploaded_at

const commentTexts = async (
  tx: TenantTransaction,
  hashes: WordHashes,
  locked: readonly PayloadRow[],
): Promise<PayloadText[]> => {
  const bodies = await openCommentsOf(
    tx,
    locked.map(({ payload_reference }) => payload_reference),
  )
  return locked.map((payload) => textOfComments(hashes, payload, bodies.get(payload.payload_reference) ?? []))
}

/** @returns whether more pages follow */
const advance = async (
  tx: TenantTransaction,
  begun: WordIndexRow,
  place: Place,
  payloads: readonly Payload[],
): Promise<boolean> => {
  const index = await lockWordIndex(tx)
  // It was turned off, or is being built from its beginning again.
  if (index.state !== 'building' || index.position !== begun.position || index.began_at !== begun.began_at) return false
  const last = payloads.at(-1)
  const isEnd = payloads.length < pagePayloads || !last
  const done = index.done + (place.part === 'messages' ? payloads.length : 0)
  if (isEnd && place.part === 'comments') {
    await updateWordIndex(tx, { state: 'ready', position: null, ended_at: tx.now.toISOString() })
    return false
  }
  const next: Place = isEnd
    ? { part: 'comments', after: null }
    : { part: place.part, after: [last.payload_time, last.payload_reference] }
  await updateWordIndex(tx, { position: JSON.stringify(next), done })
  return true
}

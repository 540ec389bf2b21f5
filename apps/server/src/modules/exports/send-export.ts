import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type ExportedList, limits, type ProductError } from '@holdfast/contract'
import { type RequestContext, recordAfterwards } from '../../core/calls/index.ts'
import { isDenial, toProductError } from '../../platform/http/index.ts'
import type { ExportedPage } from './exported-rows.ts'
import type { ListedItems, RowFormat, RowWriter } from './row-format.ts'

interface SentExport {
  export_reference: string
  list: ExportedList
  format: RowFormat
}

/** What has been sent of an export. */
interface Sent {
  rows: number
  bytes: number
  /** Roles, groups or tags changed meanwhile. */
  has_access_changed: boolean
}

const closesWithinMs = 10_000
/** Small enough that somebody with a slow connection reads one within the limit for readers who stop. */
const sliceBytes = 64 * 1024
const checkReaderEveryMs = 1_000

/**
 * The bytes of an export. The trail has how it ended before its last byte leaves: complete, with its checksum; or why not. An export
 * that can't be completed says so in its last line, and the connection breaks off, so that browsers report a failed download. Whoever stops
 * reading for longer than `maxExportStallSeconds` is disconnected.
 */
export async function* sendExport(
  ctx: RequestContext,
  { export_reference, list, format }: SentExport,
  pages: AsyncIterable<ExportedPage>,
): AsyncGenerator<Buffer> {
  const sent: Sent = { rows: 0, bytes: 0, has_access_changed: false }
  const hash = createHash('sha256')
  const record = (why: ProductError | null, details: Record<string, unknown>) =>
    recordEnd(ctx, why, { export_reference, list, ...sent, ...details })
  let waitsSince: number | null = null
  let isStalled = false
  const watch = setInterval(() => {
    if (waitsSince === null || Date.now() - waitsSince <= limits.maxExportStallSeconds * 1_000) return
    isStalled = true
    ctx.reply.raw.destroy()
  }, checkReaderEveryMs).unref()
  function* slices(bytes: Buffer): Generator<Buffer> {
    hash.update(bytes)
    for (let start = 0; start < bytes.length; start += sliceBytes) {
      const slice = bytes.subarray(start, start + sliceBytes)
      sent.bytes += slice.length
      waitsSince = Date.now()
      yield slice
      waitsSince = null
    }
  }
  let hasEnded = false
  const writer = format.open()
  try {
    yield* slices(Buffer.from(format.head))
    for await (const page of pages) {
      sent.has_access_changed = page.hasAccessChanged
      const bytes = bytesOf(page, writer)
      sent.rows += page.items.length
      yield* slices(bytes)
    }
    yield* slices(Buffer.from(writer.tail()))
    hasEnded = true
    await record(null, { ending: 'complete', sha256: hash.digest('hex') })
  } catch (error) {
    hasEnded = true
    const why = toProductError(error)
    if (why.code === 'server.internal') ctx.request.log.error({ err: error }, 'an export failed')
    await record(why, { ending: 'broken_off' })
    yield* slices(Buffer.from(format.ended(why)))
    await breakOff(ctx.reply.raw)
    throw error
  } finally {
    clearInterval(watch)
    // Whoever fetched it closed the connection, or stopped reading.
    if (!hasEnded) await record(null, { ending: isStalled ? 'stalled' : 'disconnected' })
  }
}

/** Each row becomes bytes at once, which takes half of the time that one text of all rows would. */
const bytesOf = ({ items, areTexts }: ListedItems, { row }: RowWriter): Buffer =>
  Buffer.concat(items.map((item) => Buffer.from(row(item, areTexts))))

const recordEnd = async (ctx: RequestContext, why: ProductError | null, details: Record<string, unknown>) => {
  const events = [{ event: 'list.export_ended', details }] as const
  const outcome = why
    ? { status_code: why.status, refusal: { reason: why.code, isDenial: isDenial(why) } }
    : { status_code: 200 }
  const { export_reference } = details
  await recordAfterwards(ctx, { export_reference }, { ...outcome, events })
}

/** Closes a connection after what was written to it, without the end of the response. */
const breakOff = async ({ socket }: ServerResponse): Promise<void> => {
  if (!socket || socket.destroyed) return
  const closed = once(socket, 'close', { signal: AbortSignal.timeout(closesWithinMs) })
  socket.destroySoon()
  await closed.catch(() => undefined)
}

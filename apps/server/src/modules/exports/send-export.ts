import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate as afterInputAndOutput } from 'node:timers/promises'
import { type ExportedList, limits, type ProductError } from '@holdfast/contract'
import { type RequestContext, recordAfterwards } from '../../core/calls/index.ts'
import { countsAsRunningUntil, renewedWhileRunning } from '../../core/tickets/index.ts'
import { isDenial, toProductError } from '../../platform/http/index.ts'
import { setRunning } from './export-tickets.ts'
import type { ExportedPage } from './exported-rows.ts'
import type { ListedItems, RowFormat, RowWriter } from './row-format.ts'

interface SentExport {
  export_reference: string
  list: ExportedList
  /** The detail by which the export concerns a matter. */
  matters: { matter_references?: string[] }
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
  { export_reference, list, matters, format }: SentExport,
  pages: AsyncIterable<ExportedPage>,
): AsyncGenerator<Buffer> {
  const sent: Sent = { rows: 0, bytes: 0, has_access_changed: false }
  const hash = createHash('sha256')
  const stopRenewing = renewedWhileRunning(ctx, (tx) =>
    setRunning(tx, { export_reference }, countsAsRunningUntil(tx.now)),
  )
  const record = (why: ProductError | null, details: Record<string, unknown>) =>
    recordEnd(ctx, why, { export_reference, list, ...matters, ...sent, ...details })
  let waitsSince: number | null = null
  let isStalled = false
  const watch = setInterval(() => {
    if (waitsSince === null || performance.now() - waitsSince <= limits.maxExportStallSeconds * 1_000) return
    isStalled = true
    ctx.reply.raw.destroy()
  }, checkReaderEveryMs).unref()
  function* slices(bytes: Uint8Array): Generator<Buffer> {
    hash.update(bytes)
    for (let start = 0; start < bytes.length; start += sliceBytes) {
      const slice = Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.min(sliceBytes, bytes.length - start))
      sent.bytes += slice.length
      waitsSince = performance.now()
      yield slice
      waitsSince = null
    }
  }
  let hasEnded = false
  const writer = format.open()
  try {
    const written = writtenRows({ format, writer, sent }, pages)
    for await (const bytes of writer.pack?.(written) ?? written) yield* slices(bytes)
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
    stopRenewing()
    // Whoever fetched it closed the connection, or stopped reading.
    if (!hasEnded) await record(null, { ending: isStalled ? 'stalled' : 'disconnected' })
  }
}

/** The text of an export, with the rows counted in `sent`. */
async function* writtenRows(
  { format, writer, sent }: { format: RowFormat; writer: RowWriter; sent: Sent },
  pages: AsyncIterable<ExportedPage>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(format.head)
  for await (const page of pages) {
    sent.has_access_changed = page.hasAccessChanged
    for (const { rows, bytes } of partsOf(page, writer)) {
      sent.rows += rows
      yield bytes
      // Lets the api answer other calls and receive the next page.
      await afterInputAndOutput()
    }
  }
  yield Buffer.from(writer.tail())
}

/**
 * The rows of a page in parts of at most one slice; a longer row is a part by itself. Converting row by row takes half as long as
 * converting the text of many rows.
 */
function* partsOf({ items, areTexts }: ListedItems, { row }: RowWriter): Generator<{ rows: number; bytes: Buffer }> {
  let rows: Buffer[] = []
  let length = 0
  for (const item of items) {
    const bytes = Buffer.from(row(item, areTexts))
    if (length > 0 && length + bytes.length > sliceBytes) {
      yield { rows: rows.length, bytes: Buffer.concat(rows, length) }
      rows = []
      length = 0
    }
    rows.push(bytes)
    length += bytes.length
  }
  if (length > 0) yield { rows: rows.length, bytes: Buffer.concat(rows, length) }
}

const recordEnd = async (
  ctx: RequestContext,
  why: ProductError | null,
  details: { export_reference: string } & Record<string, unknown>,
) => {
  const events = [{ event: 'list.export_ended', details }] as const
  const outcome = why
    ? { status_code: why.status, refusal: { reason: why.code, isDenial: isDenial(why) } }
    : { status_code: 200 }
  const { export_reference } = details
  await ctx.platform.database.transaction(ctx.client, (tx) => setRunning(tx, { export_reference }, null))
  await recordAfterwards(ctx, { export_reference }, { ...outcome, events })
}

/** Closes a connection after what was written to it, without the end of the response. */
const breakOff = async ({ socket }: ServerResponse): Promise<void> => {
  if (!socket || socket.destroyed) return
  const closed = once(socket, 'close', { signal: AbortSignal.timeout(closesWithinMs) })
  socket.destroySoon()
  await closed.catch(() => undefined)
}

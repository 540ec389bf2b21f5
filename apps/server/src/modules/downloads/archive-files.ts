import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { locales, ProductError } from '@holdfast/contract'
import { type RequestContext, recordAfterwards } from '../../core/calls/index.ts'
import { countsAsRunningUntil, renewedWhileRunning } from '../../core/tickets/index.ts'
import { byteOrderMark, csvRow } from '../../platform/csv-text.ts'
import { isDenial, toProductError } from '../../platform/http/index.ts'
import { languageOf } from '../portal-words/index.ts'
import { setRunning } from './download-tickets.ts'
import { type AskedDownload, openRecording, statusNow } from './downloaded-recording.ts'

/** A line of the archive's list. */
interface ManifestRow {
  payload_reference: string
  file: string
  bytes: number | ''
  sha256: string
  /** `Ok`; `Incomplete` if it broke off; otherwise why it is not in the archive. */
  result: string
}

interface ArchiveFile {
  name: string
  lastModified: Date
  input: string | AsyncIterable<Uint8Array>
}

/** How long a recording may go on after its caller lost access to it. */
const checkAccessEveryMs = 2_000

/**
 * The files of an archive, each of which is opened once the one before was read: the recordings that the caller may still download,
 * where custody of legacy ones begins, and last a list of all that were asked for. A recording that fails does not end the archive; its line says so. An archive whose caller
 * signs out or is removed breaks off. The trail has how it ended.
 */
export async function* archiveFiles(ctx: RequestContext, asked: AskedDownload): AsyncGenerator<ArchiveFile> {
  const rows: ManifestRow[] = []
  const legacy: string[] = []
  let ending = 'disconnected'
  let why: ProductError | null = null
  const stopRenewing = renewedWhileRunning(ctx, (tx) => setRunning(tx, asked, countsAsRunningUntil(tx.now)))
  try {
    for (const payload_reference of asked.payload_references) {
      const opened = await openRecording(ctx, asked, payload_reference)
      const row = { payload_reference, file: '', bytes: '' as const, sha256: '' }
      if (typeof opened === 'string') {
        rows.push({ ...row, result: opened })
        continue
      }
      const { name, payload_time, stream, is_legacy } = opened
      if (is_legacy) legacy.push(payload_reference)
      const assertAllowed = () => assertStillAllowed(ctx, asked, payload_reference)
      const note = (read: Pick<ManifestRow, 'bytes' | 'sha256' | 'result'>) =>
        rows.push({ ...row, file: name, ...read })
      yield { name, lastModified: new Date(payload_time), input: readWhole(stream, assertAllowed, note) }
    }
    if (legacy.length > 0) yield { name: 'legacy-recordings.txt', lastModified: new Date(), input: legacyNote(legacy) }
    yield { name: 'manifest.csv', lastModified: new Date(), input: manifest(rows) }
    ending = 'complete'
  } catch (error) {
    why = toProductError(error)
    ending = 'broken_off'
    throw error
  } finally {
    stopRenewing()
    await recordEnd(ctx, asked, { ending, recordings: rows.filter(({ result }) => result === 'Ok').length }, why)
  }
}

const manifestColumns = ['payload_reference', 'file', 'bytes', 'sha256', 'result'] as const

const manifest = (rows: readonly ManifestRow[]): string =>
  byteOrderMark +
  [manifestColumns, ...rows.map((row) => manifestColumns.map((column) => row[column]))].map(csvRow).join('')

/** Where custody of these recordings begins, in every language, because it is not known who reads the archive. */
const legacyNote = (payload_references: readonly string[]): string =>
  [...locales.map((locale) => languageOf(locale).t('archive.legacy')), payload_references.join('\r\n'), ''].join(
    '\r\n\r\n',
  )

/** The bytes of a recording up to its end, or to where it breaks off. */
async function* readWhole(
  stream: Readable,
  assertAllowed: () => Promise<void>,
  note: (read: Pick<ManifestRow, 'bytes' | 'sha256' | 'result'>) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let bytes = 0
  let checkedAt = performance.now()
  let result = 'Ok'
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      if (performance.now() - checkedAt > checkAccessEveryMs) {
        await assertAllowed()
        checkedAt = performance.now()
      }
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  } catch {
    result = 'Incomplete'
  } finally {
    stream.destroy()
  }
  note({ bytes, sha256: hash.digest('hex'), result })
}

/** @throws ProductError `playback.expired` */
const assertStillAllowed = async (
  ctx: RequestContext,
  asked: AskedDownload,
  payload_reference: string,
): Promise<void> => {
  const { status } = await statusNow(ctx, asked, payload_reference)
  if (status !== 'Ok') throw new ProductError('playback.expired')
}

const recordEnd = async (
  ctx: RequestContext,
  { download_reference }: AskedDownload,
  details: Record<string, unknown>,
  why: ProductError | null,
): Promise<void> => {
  const events = [{ event: 'download.ended', details: { download_reference, ...details } }] as const
  const outcome = why
    ? { status_code: why.status, refusal: { reason: why.code, isDenial: isDenial(why) } }
    : { status_code: 200 }
  await ctx.platform.database.transaction(ctx.client, (tx) => setRunning(tx, { download_reference }, null))
  await recordAfterwards(ctx, { download_reference }, { ...outcome, events })
}

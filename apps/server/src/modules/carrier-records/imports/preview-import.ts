import type { CallInput, CarrierMapping, CarrierPreview, CarrierRowProblem, calls } from '@holdfast/contract'
import { limits, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../../core/calls/index.ts'
import { detectFormat } from '../files/file-format.ts'
import { fileBytes } from '../files/file-parts.ts'
import { type FileRow, fileRows, keptCells } from '../files/file-rows.ts'
import { columnNames, mappedColumns } from '../files/mapped-columns.ts'
import { type ReadRow, rowReader } from '../files/read-row.ts'
import { readWithinLimit } from '../files/readings-at-once.ts'
import { savedMapping } from '../files/saved-mappings.ts'
import { suggestMapping } from '../files/suggest-mapping.ts'
import { findImport } from './import-row.ts'

const maxRows = 1000
const shownRows = 8
const shownRefused = 8

/**
 * `POST /carrier_imports/{import_reference}/preview`: reads the first rows of a file, and tells what they say and which would be refused.
 * @throws ProductError `request.not_found`, `carrier_import.not_uploaded`, `carrier_import.unknown_column`, `carrier_import.wrong_mapping`,
 * `carrier_import.too_many_at_once`
 */
export const previewCarrierImport = async (
  ctx: RequestContext,
  { params: { import_reference }, body }: CallInput<typeof calls.previewCarrierImport>,
): Promise<CarrierPreview> => {
  const { file, saved } = await ctx.read(async (tx) => {
    const file = await findImport(tx, import_reference)
    return { file, saved: await savedMapping(tx, file.carrier_name) }
  })
  if (file.state !== 'Uploaded') throw new ProductError('carrier_import.not_uploaded')
  return readWithinLimit(ctx.client, () => preview(ctx, import_reference, { given: body.mapping, saved }))
}

const preview = async (
  ctx: RequestContext,
  import_reference: string,
  known: { given: CarrierMapping | undefined; saved: CarrierMapping | undefined },
): Promise<CarrierPreview> => {
  const given = known.given ?? (await fitting(ctx, import_reference, known.saved))
  const mapping = given ?? (await suggested(ctx, import_reference))
  const { rows, isWhole } = await firstRows(ctx, import_reference, mapping, maxRows + 1)
  const [first] = rows
  const names = columnNames(first?.cells ?? [], mapping.has_titles)
  const read = rowReader(mapping, mappedColumns(mapping, names), new Date())
  const looked = rows
    .slice(mapping.has_titles ? 1 : 0)
    .slice(0, maxRows)
    .map((row) => ({ ...row, read: row.cells ? read(row.cells) : unreadable }))
  return {
    mapping,
    is_suggested: known.given === undefined,
    titles: keptCells(names),
    ...summaryOf(looked),
    is_whole: isWhole && rows.length <= maxRows,
  }
}

const unreadable: ReadRow = { problems: ['unreadable'] }

type LookedAt = FileRow & { read: ReadRow }

const summaryOf = (rows: readonly LookedAt[]) => {
  const refused = rows.filter(({ read }) => problemsOf(read).length > 0)
  const counts = new Map<CarrierRowProblem, number>()
  for (const { read } of refused) for (const one of problemsOf(read)) counts.set(one, (counts.get(one) ?? 0) + 1)
  const shown = new Set([...rows.slice(0, shownRows), ...refused.slice(0, shownRefused)])
  const ignored = rows.filter(({ read }) => read === 'ignored').length
  return {
    rows: [...shown].map(({ row_number, cells, read }) => ({
      row_number,
      cells: keptCells(cells),
      is_ignored: read === 'ignored',
      problems: problemsOf(read),
      record: recordOf(read),
    })),
    read: rows.length,
    good: rows.length - refused.length - ignored,
    ignored,
    refused: refused.length,
    problems: [...counts].map(([problem, rows]) => ({ problem, rows })).sort((one, other) => other.rows - one.rows),
  }
}

const problemsOf = (read: ReadRow): CarrierRowProblem[] =>
  typeof read === 'object' && 'problems' in read ? read.problems : []

const recordOf = (read: ReadRow): CarrierPreview['rows'][number]['record'] => {
  if (read === 'ignored' || 'problems' in read) return null
  const { begun_at, begun_at_later, ...record } = read.record
  return { ...record, begun_at: begun_at.toISOString(), is_time_ambiguous: begun_at_later !== null }
}

/** The first rows of a file, from its first `maxCarrierPreviewBytes` bytes. */
const firstRows = async (
  { platform, client }: RequestContext,
  import_reference: string,
  format: Pick<CarrierMapping, 'delimiter' | 'encoding'>,
  count: number,
): Promise<{ rows: FileRow[]; isWhole: boolean }> => {
  let left: number = limits.maxCarrierPreviewBytes
  let isCut = false
  const beginning = async function* () {
    for await (const bytes of fileBytes(platform.database, client, import_reference)) {
      isCut = bytes.length > left
      if (left > 0) yield bytes.subarray(0, left)
      if (isCut) return
      left -= bytes.length
    }
  }
  const rows: FileRow[] = []
  for await (const row of fileRows(beginning(), format)) {
    if (rows.length === count) return { rows, isWhole: false }
    rows.push(row)
  }
  // The last row may go on.
  if (isCut) rows.pop()
  return { rows, isWhole: !isCut }
}

/** The saved mapping of the carrier, if this file has its columns. */
const fitting = async (
  ctx: RequestContext,
  import_reference: string,
  saved: CarrierMapping | undefined,
): Promise<CarrierMapping | undefined> => {
  if (!saved) return undefined
  const { rows } = await firstRows(ctx, import_reference, saved, 1)
  const names = columnNames(rows[0]?.cells ?? [], saved.has_titles)
  const wanted = Object.values(saved.columns).filter((column) => column !== null)
  return wanted.every((column) => names.includes(column)) ? saved : undefined
}

const suggested = async (ctx: RequestContext, import_reference: string): Promise<CarrierMapping> => {
  const { platform, client } = ctx
  let beginning: Uint8Array = new Uint8Array()
  for await (const bytes of fileBytes(platform.database, client, import_reference)) {
    beginning = bytes
    break
  }
  const format = detectFormat(beginning)
  const { rows } = await firstRows(ctx, import_reference, format, 50)
  return suggestMapping(
    rows.map(({ cells }) => cells ?? []),
    format,
    { timezone: 'UTC', country: 'GB' },
  )
}

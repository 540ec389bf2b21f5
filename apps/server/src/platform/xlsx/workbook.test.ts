import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DOMParser } from '@xmldom/xmldom'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { watchMemory } from '../../../test/live-memory.ts'
import { maxCellLength, type SheetCell } from './cells.ts'
import { daySerial, momentSerialsIn, rowXml, type SheetColumn, sheetHead, sheetTail, workbookOf } from './index.ts'

const run = promisify(execFile)
const columns: SheetColumn[] = [
  { title: 'Text', kind: 'text', width: 20 },
  { title: 'Bytes', kind: 'integer', width: 12 },
  { title: 'Length', kind: 'duration', width: 12 },
]
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workbook-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Row = readonly [text: string | null, bytes: number | null, seconds: number | null]

async function* sheetOf(rows: Iterable<Row>): AsyncGenerator<Buffer> {
  yield Buffer.from(sheetHead(columns))
  let count = 0
  for (const values of rows) {
    count += 1
    const cells = columns.map(({ kind }, place): SheetCell => ({ kind, value: values[place] ?? null }))
    yield Buffer.from(rowXml(cells, count + 1))
  }
  yield Buffer.from(sheetTail(columns.length, count))
}

const endOf = (rows: number) => () => ({
  titles: ['Calls [a/b]', 'About'] as const,
  columns: columns.length,
  rows,
  facts: [{ name: 'Rows', value: rows }],
})

/** The texts of the cells of a sheet, row by row, as an XML parser reads them. */
const cellsIn = async (path: string, sheet: string): Promise<(string | null)[][]> => {
  const { stdout } = await run('unzip', ['-p', path, sheet], { maxBuffer: 2 ** 28 })
  const document = new DOMParser().parseFromString(stdout, 'text/xml')
  return [...document.getElementsByTagName('row')].map((row) =>
    [...row.getElementsByTagName('c')].map((cell) => cell.textContent),
  )
}

const hostile: readonly (readonly [string, string])[] = [
  ['=1+1', '=1+1'],
  ['\t@SUM(A1)', '\t@SUM(A1)'],
  ['+447700900123', '+447700900123'],
  ['<a href="x">&amp;</a>', '<a href="x">&amp;</a>'],
  ['\u0000\u0008\u001f\uFFFF\uD800 x', '\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD x'],
  ['_x0041_ and _x', '_x005F_x0041_ and _x'],
  ['two\r\nlines', 'two\nlines'],
  [' שלום 🎙 ', ' שלום 🎙 '],
  ['🎙'.repeat(20_000), `${'🎙'.repeat(16_381)}\uFFFD […]`],
]

it('writes any text as a text that XML can hold and a cell has room for', async () => {
  const path = join(folder, 'hostile.xlsx')
  await writeFile(path, workbookOf(sheetOf(hostile.map(([text]) => [text, null, null])), endOf(hostile.length)))
  await run('unzip', ['-tq', path])
  const [head, ...rows] = await cellsIn(path, 'xl/worksheets/sheet1.xml')
  expect(head).toEqual(['Text', 'Bytes', 'Length'])
  expect(rows).toEqual(hostile.map(([, text]) => [text]))
  expect(rows.every(([text]) => (text?.length ?? 0) <= maxCellLength)).toBe(true)
})

it('writes numbers as numbers, lengths as parts of a day, and leaves unknown values out', async () => {
  const path = join(folder, 'numbers.xlsx')
  await writeFile(
    path,
    workbookOf(
      sheetOf([
        ['a', 12, 43_200],
        [null, 0, null],
        ['', null, 90_000],
      ]),
      endOf(3),
    ),
  )
  const [, ...rows] = await cellsIn(path, 'xl/worksheets/sheet1.xml')
  expect(rows).toEqual([['a', '12', '0.5'], ['0'], [String(90_000 / 86_400)]])
  expect(await cellsIn(path, 'xl/worksheets/sheet2.xml')).toEqual([['Rows', '3']])
  const { stdout } = await run('unzip', ['-p', path, 'xl/workbook.xml'])
  expect(stdout).toContain('<sheet name="Calls  a b" sheetId="1"')
})

it('writes times as numbers that give back what a clock of the time zone showed, on any day', () => {
  const shownFor = (serial: number | null) =>
    serial === null ? null : new Date(Math.round((serial - 25_569) * 86_400_000)).toISOString().slice(0, 19)
  const inLondon = momentSerialsIn('Europe/London')
  const shown = [
    ['2026-03-29T00:59:59.999Z', '2026-03-29T00:59:59'],
    ['2026-03-29T01:00:00Z', '2026-03-29T02:00:00'],
    ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00'],
    ['2026-10-25T01:30:00Z', '2026-10-25T01:30:00'],
    ['1900-03-01T00:00:00Z', '1900-03-01T00:00:00'],
    ['1900-02-28T23:59:59Z', null],
    ['0099-05-05T00:00:00Z', null],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59'],
  ] as const
  expect(shown.map(([time]) => shownFor(inLondon(time)))).toEqual(shown.map(([, local]) => local))
  expect(shownFor(momentSerialsIn('Pacific/Kiritimati')('9999-12-31T23:59:59Z'))).toBeNull()
  expect(shownFor(momentSerialsIn('Asia/Kolkata')('2024-02-28T18:30:00Z'))).toBe('2024-02-29T00:00:00')
  expect([daySerial('1900-03-01'), daySerial('2026-11-29'), daySerial('1900-02-28')]).toEqual([61, 46_355, null])
})

it('fails where its rows fail', async () => {
  async function* failing() {
    yield Buffer.from(sheetHead(columns))
    throw new Error('rights were lost')
  }
  await expect(writeFile(join(folder, 'failed.xlsx'), workbookOf(failing(), endOf(0)))).rejects.toThrow(
    'rights were lost',
  )
})

it('keeps no rows in memory', async () => {
  const rows = 20_000
  function* many(): Generator<Row> {
    for (let row = 0; row < rows; row += 1) yield [`row ${row} ${Math.random()} ${'x'.repeat(500)}`, row, row]
  }
  const watched = watchMemory(workbookOf(sheetOf(many()), endOf(rows)))
  let bytes = 0
  for await (const chunk of watched.content) bytes += chunk.length
  expect(bytes).toBeGreaterThan(400_000)
  expect(watched.maxHeldBytes()).toBeLessThan(2 * 2 ** 20)
})

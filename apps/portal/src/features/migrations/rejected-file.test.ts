import { unescapedCell } from '@holdfast/contract'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { type RejectedRow, rejectedFiles } from './rejected-file.ts'

async function* pages(): AsyncGenerator<RejectedRow[]> {
  yield [
    { file_name: 'users.csv', kind: 'users', cells: { Person: 'u-1', 'E-mail': '=1+1' } },
    { file_name: 'phones/devices.ndjson', kind: 'devices', cells: { device_reference: 'd-1' } },
  ]
  yield [
    { file_name: 'users.csv', kind: 'users', cells: { Person: 'Doe, "J"', 'E-mail': '', Note: 'a\nb' } },
    { file_name: 'sms.xml', kind: 'sms_backup', cells: { address: '+44' } },
    { file_name: 'users.csv', kind: 'users', cells: null },
  ]
}

test('rejected rows become one table for each file of the export, cells as they were read', async () => {
  const read: number[] = []
  const { files, others } = await rejectedFiles(pages(), (rows) => read.push(rows))
  expect(read).toEqual([2, 5])
  expect(others).toBe(2)
  expect(files.map(({ name, rows }) => [name, rows])).toEqual([
    ['users.csv', 2],
    ['phones__devices.csv', 1],
  ])
  const texts = await Promise.all(files.map(({ file }) => file.arrayBuffer()))
  expect(texts.map((bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))).toEqual([
    '\ufeffPerson,E-mail,Note\r\nu-1,\'=1+1,\r\n"Doe, ""J""",,"a\nb"\r\n',
    '\ufeffdevice_reference\r\nd-1\r\n',
  ])
})

test('cells that look like formulas are harmless in a spreadsheet, and are read back as they were', async () => {
  const cells = { '=A1': '=1+1', Phone: '+351912000001', Quoted: "'=1", Lines: 'a\n=1;-2', Plain: "it's" }
  async function* page(): AsyncGenerator<RejectedRow[]> {
    yield [{ file_name: 'users.csv', kind: 'users', cells }]
  }
  const { files } = await rejectedFiles(page(), () => undefined)
  const saved = Papa.parse<string[]>((await files[0]?.file.text())?.replace(/^\ufeff/, '').trimEnd() ?? '').data
  for (const cell of saved.flat()) expect(cell).not.toMatch(/(?:^|[\n\r\t;])[=+\-@]/)
  const [title = [], row = []] = saved.map((one) => one.map(unescapedCell))
  expect(Object.fromEntries(title.map((column, at) => [column, row[at]]))).toEqual(cells)
})

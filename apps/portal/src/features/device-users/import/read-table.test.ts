import { limits } from '@holdfast/contract'
import { describe, expect, test } from 'vitest'
import { guessMapping } from './column-mapping.ts'
import { prepareRows } from './import-rows.ts'
import { readFile, readText, type Table } from './read-table.ts'

const table = (text: string): Table => {
  const read = readText(text)
  if ('problem' in read) throw new Error(read.problem)
  return read
}
const cellsOf = (text: string) => table(text).rows.map(({ cells }) => cells)
const bytes = (...parts: (string | number[])[]) =>
  new Blob(parts.map((part) => (typeof part === 'string' ? part : Uint8Array.from(part))))

describe('a table', () => {
  test.each([
    ['commas', 'a,b\n1,2\n3,4\n'],
    ['semicolons and CRLF', 'a;b\r\n1;2\r\n3;4\r\n'],
    ['tabs', 'a\tb\n1\t2\n3\t4'],
    ['a byte order mark', '\ufeffa,b\n1,2\n3,4'],
    ['quotes', '"a","b"\n"1","2"\n"3","4"'],
    ['blank lines', 'a,b\n\n1,2\n , \n3,4\n\n'],
  ])('is read with %s', (_name, text) => {
    expect(table(text).headers).toEqual(['a', 'b'])
    expect(cellsOf(text)).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
  })

  test('may have delimiters, quotes and line breaks in quoted cells, and cells that are formulas stay texts', () => {
    expect(cellsOf('a,b\n"x, ""y""\nz","=1+1"\n')).toEqual([['x, "y"\nz', '=1+1']])
  })

  test('keeps the numbers of its rows when some are blank', () => {
    expect(table('a\n1\n\n2').rows.map(({ number }) => number)).toEqual([2, 4])
  })

  test.each([
    ['', { problem: 'empty' }],
    ['\n1', { problem: 'empty' }],
    ['a,b', { problem: 'no_rows' }],
    ['a,b\n1,"2\n3,4', { problem: 'quotes' }],
  ])('%j is refused', (text, problem) => {
    expect(readText(text)).toMatchObject(problem)
  })

  test('of 100,000 rows is read, and not of one more', () => {
    const rows = Array.from({ length: limits.maxImportRows }, (_, place) => `person.${place},Group`).join('\r\n')
    expect(table(`reference,group\r\n${rows}`).rows).toHaveLength(limits.maxImportRows)
    expect(readText(`reference,group\r\n${rows}\r\none.more,Group`)).toEqual({ problem: 'too_many' })
  })
})

describe('a file', () => {
  test('is read as UTF-8', async () => {
    expect(await readFile(bytes('name\nInês Prado 王\n'))).toMatchObject({ rows: [{ cells: ['Inês Prado 王'] }] })
  })

  test.each([
    ['Windows-1252', bytes('name\nAna\nIn', [0xea], 's\n'), 3],
    ['UTF-16', bytes([0xff, 0xfe, 0x61, 0x00, 0x0a, 0x00]), 1],
    ['a surrogate', bytes('a\n', [0xed, 0xa0, 0x80], '\n'), 2],
    ['a character that is cut off', bytes('a\nb\nc', [0xc3]), 3],
  ])('is refused with the line when it has %s', async (_name, file, at) => {
    expect(await readFile(file)).toEqual({ problem: 'not_utf8', at })
  })

  test('of more than 32 MiB is refused before it is read', async () => {
    const large = { size: limits.maxImportBytes + 1 } as Blob
    expect(await readFile(large)).toEqual({ problem: 'too_large' })
  })
})

describe('columns', () => {
  test('are found by their headers in English and Portuguese', () => {
    const english = ['device_user_reference', 'First name', 'SURNAME', 'E-mail', 'Team', 'Services', 'Expected devices']
    const inOrder = {
      device_user_reference: 0,
      first_name: 1,
      surname: 2,
      email: 3,
      group: 4,
      services: 5,
      expected_device_count: 6,
    }
    expect(guessMapping(english)).toEqual(inOrder)
    const portuguese = ['Referência', 'Nome', 'Sobrenome', 'E-mail', 'Grupo', 'Serviços', 'Dispositivos esperados']
    expect(guessMapping(portuguese)).toEqual(inOrder)
    expect(guessMapping(['nothing'])).toMatchObject({ device_user_reference: null, group: null })
  })

  test('are sent without those that the file does not have, and rows that cannot be sent say why', () => {
    const read = table(`reference;surname\nana;Reis\nana;Berg\n;x\n;y\nbea;${'x'.repeat(2001)}\ncaz;\0`)
    const prepared = prepareRows(read, guessMapping(read.headers))
    expect(prepared.map(({ local }) => local)).toEqual([
      null,
      { problem: 'repeated', at: 2 },
      null,
      null,
      { problem: 'too_long' },
      { problem: 'unreadable' },
    ])
    expect(prepared[0]?.row).toEqual({ device_user_reference: 'ana', surname: 'Reis' })
  })
})

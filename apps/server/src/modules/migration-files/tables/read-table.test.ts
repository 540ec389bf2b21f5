import { expect, test } from 'vitest'
import { collected, inPieces } from '../../../../../../tests/setup/in-pieces.ts'
import { csvRow } from '../../../platform/csv-text.ts'
import { type LegacyRow, readRows } from '../index.ts'

const rowsOf = async (name: string, content: string | Uint8Array, size = 7): Promise<LegacyRow[]> =>
  await collected(readRows({ name, bytes: inPieces(content, size) }, { timeZone: 'Europe/London' }))

const users = 'device_user_reference,first_name,surname,email,group,services,onboard_date\r\n'

test('reads users with quotes and a byte order mark, and undoes what an export did to formulas', async () => {
  const rows = await rowsOf(
    'users.csv',
    `\ufeff${users}${csvRow(['u-1', '=Jane', 'Doe "JD"', 'jane@example.com', 'Desk', 'calls sms', '2024-01-02'])}`,
  )
  expect(rows).toMatchObject([
    {
      kind: 'users',
      rowNumber: 1,
      reference: 'u-1',
      problem: null,
      record: {
        kind: 'user',
        first_name: '=Jane',
        surname: 'Doe "JD"',
        services: ['calls', 'sms'],
        expected_device_count: 1,
        is_active: true,
        onboard_date: '2024-01-02T00:00:00.000Z',
      },
    },
  ])
})

test('undoes it in titles, so that a mapping still knows its column', async () => {
  const options = { timeZone: 'UTC', columns: { groups: { '=Desk': 'group_reference' } } } as const
  const bytes = inPieces(`${csvRow(['=Desk', 'tags'])}${csvRow(["'=Porto", ''])}`, 7)
  const rows = await collected(readRows({ name: 'groups.csv', bytes }, options))
  expect(rows).toMatchObject([{ reference: "'=Porto" }])
})

test.each([
  ['semicolons', 'group;tags\nDesk;region=EU\n'],
  ['tabs', 'group\ttags\nDesk\tregion=EU\n'],
  ['a named delimiter', 'sep=;\r\ngroup;tags\r\nDesk;region=EU'],
  ['UTF-16', Buffer.from('\ufeffgroup,tags\nDesk,region=EU\n', 'utf16le')],
  ['big-endian UTF-16', Buffer.from('\ufeffgroup,tags\nDesk,region=EU\n', 'utf16le').swap16()],
])('reads a table with %s', async (_name, content) => {
  expect(await rowsOf('groups-2024.csv', content)).toMatchObject([
    { record: { group_reference: 'Desk', tags: [{ tag_key: 'region', tag_value: 'EU' }] } },
  ])
})

test('refuses only the rows that are not UTF-8', async () => {
  const content = Buffer.concat([
    Buffer.from(`${users}u-1,`),
    Buffer.from('Jürgen', 'latin1'),
    Buffer.from(',Doe,j@example.com,Desk,calls,\nu-22,Jürgen,Doe,j@example.com,Desk,calls,\n'),
  ])
  const rows = await rowsOf('users.csv', content)
  expect(rows[0]?.problem).toContain('not UTF-8')
  expect(rows[1]?.record).toMatchObject({ first_name: 'Jürgen' })
})

test('goes on with the next line after a quotation mark that is not closed', async () => {
  const rows = await rowsOf('groups.csv', 'group\nDesk 1\n"Desk 2\nDesk 3\nDesk 4\n')
  expect(rows.map(({ record, problem }) => (record ? 'good' : problem?.slice(0, 16)))).toEqual([
    'good',
    'A quotation mark',
    'good',
    'good',
  ])
})

test('refuses a line of 64 MiB without keeping it, and reads the next one', async () => {
  const endless = async function* () {
    yield Buffer.from('group\n')
    const piece = Buffer.alloc(1024 * 1024, 'x')
    for (let mib = 0; mib < 64; mib += 1) yield piece
    yield Buffer.from('\nDesk\n')
  }
  const before = process.memoryUsage().arrayBuffers
  const rows = await collected(readRows({ name: 'groups.csv', bytes: endless() }, { timeZone: 'UTC' }))
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024)
  expect(rows[0]?.problem).toContain('longer than 1 MiB')
  expect(rows[1]?.record).toMatchObject({ group_reference: 'Desk' })
})

test('says all that is wrong with a row in one message, and how to mend it', async () => {
  const [row] = await rowsOf(
    'payloads.csv',
    'reference,payload_type,payload_time,numbers,content_file\nr-1,Call,2023-02-29 10:00,"5,51E+12",../../etc/passwd\n',
  )
  expect(row?.record).toBeNull()
  expect(row?.reference).toBe('r-1')
  expect(row?.problem).toContain('payload_time: ‘2023-02-29 10:00’ does not exist')
  expect(row?.problem).toContain('power of ten')
  expect(row?.problem).toContain('content_file')
})

test.each([
  ['5.51E+12', 'power of ten'],
  ['447700900123', 'lost its plus'],
])('refuses the number %s that a spreadsheet spoilt', async (number, problem) => {
  const [row] = await rowsOf('devices.csv', `device_reference;phone_number\nR58M;${number}\n`)
  expect(row?.problem).toContain(problem)
})

test('warns of a local time that was twice, and refuses one that never was', async () => {
  const title = 'reference,payload_type,payload_time,numbers\n'
  const rows = await rowsOf(
    'payloads.csv',
    `${title}r-1,Call,2024-10-27 01:30:00,+447700900123\nr-2,Call,2024-03-31 01:30:00,+447700900123\nr-3,Call,2024-10-27T01:30:00+01:00,07700900123\n`,
  )
  expect(rows[0]).toMatchObject({ record: { payload_time: '2024-10-27T00:30:00.000Z' }, problem: null })
  expect(rows[0]?.warnings[0]).toContain('was twice in Europe/London')
  expect(rows[1]?.problem).toContain('clocks were put forward')
  expect(rows[2]).toMatchObject({ record: { payload_time: '2024-10-27T00:30:00.000Z' }, warnings: [] })
})

test('reads payloads as NDJSON, with parties as objects', async () => {
  const parties = [{ phone_number: '+447700900123', name: 'Jane' }, { phone_number: null }]
  const lines = [
    {
      reference: 'r-1',
      payload_type: 'Call',
      payload_time: '2024-01-02T03:04:05Z',
      duration: 61.5,
      second_parties: parties,
      direction: 'inbound',
      content_file: 'media/1.m4a',
    },
    { reference: 'r-2', payload_type: 'AbortedCall', payload_time: '2024-01-02T03:04:05Z', numbers: [null] },
    { reference: 'r-3', payload_type: 'Photo', payload_time: '2024-01-02T03:04:05Z', direction: 'O' },
  ]
  const rows = await rowsOf('payloads.ndjson', `${lines.map((line) => JSON.stringify(line)).join('\n')}\n[1]\n`)
  expect(rows[0]?.record).toMatchObject({
    numbers: ['+447700900123', null],
    meta: { second_parties: parties, duration: 61.5, direction: 'I' },
    content: { file_name: 'media/1.m4a' },
  })
  expect(rows[1]?.record).toMatchObject({ payload_state: 'NotRecorded', numbers: [null], content: null })
  expect(rows[2]?.problem).toContain('direction')
  expect(rows[3]?.problem).toContain('no JSON object')
})

test('refuses each row of a table whose title lacks a column', async () => {
  const rows = await rowsOf('users.csv', 'email\na@example.com\nb@example.com\n')
  expect(rows.map(({ problem }) => problem?.includes('lacks device_user_reference'))).toEqual([true, true])
})

test('passes over the rows that were read before', async () => {
  const file = { name: 'groups.csv', bytes: inPieces('group\nDesk 1\nDesk 2\nDesk 3\n', 5), from: { rows: 2 } }
  const rows = await collected(readRows(file, { timeZone: 'UTC' }))
  expect(rows).toMatchObject([{ rowNumber: 3, reference: 'Desk 3' }])
})

test.each([
  ['NDJSON', 'payloads.ndjson', (deep: string) => `{"reference":"r-1","numbers":${deep}}\n{"reference":"r-2"}\n`],
  ['a cell', 'payloads.csv', (deep: string) => `reference,payload_type,payload_time,numbers\nr-1,,,${deep}\nr-2,,,\n`],
])('refuses a value that is nested 100,000 deep in %s, and reads the next row', async (_of, name, content) => {
  const rows = await rowsOf(name, content('['.repeat(100_000) + ']'.repeat(100_000)), 60_000)
  expect(rows).toMatchObject([{ record: null }, { record: null, reference: 'r-2' }])
})

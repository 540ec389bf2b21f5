import { randomBytes } from 'node:crypto'
import { foldedText, type PayloadRegistration } from '@holdfast/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DeviceServer, type TestDevice } from '../../../../test/device-server.ts'
import { migrations } from '../../../platform/database/index.ts'

let owner: Client
let server: DeviceServer
let device: TestDevice

beforeAll(async () => {
  server = await DeviceServer.start()
  owner = new Client({ connectionString: server.databaseUrl })
  await owner.connect()
  device = await server.addDevice('DEVICE-1')
})
afterAll(async () => {
  await owner?.end()
  await server?.stop()
})

const register = async (changes: Partial<PayloadRegistration>) => {
  const { registration } = await server.record(device, randomBytes(9))
  expect(await device.register({ ...registration, ...changes })).toMatchObject([{ result: 'registered' }])
}
const called = (phone_number: string, name?: string) =>
  register({ numbers: [phone_number], meta: { second_parties: [{ phone_number, ...(name && { name }) }] } })

const parts = async () => {
  const { rows } = await owner.query<{ number: string; name: string; parts: string[] }>(
    `select number, name, array_agg(part order by part) as parts from app.party_parts
     group by client, "group", payload_type, number, name order by number, name`,
  )
  return rows
}

it('lists the parties of registered recordings once, with the parts by which they are found', async () => {
  for (const name of ['João Hart', 'João Hart', 'Joe', '+4477', ' ']) await called('+4477', name)
  await called('HSBC')
  await register({
    numbers: ['900'],
    meta: {
      second_parties: [
        { phone_number: '900', name: 'x'.repeat(200) },
        { phone_number: '901', name: 'Left out' },
        { phone_number: null, name: 'Withheld' },
      ],
    },
  })
  expect(await parts()).toEqual([
    { number: '+4477', name: '', parts: ['4477', '477'] },
    { number: '+4477', name: 'Joe', parts: ['joe'] },
    { number: '+4477', name: 'João Hart', parts: ['hart', 'joao hart'] },
    { number: '900', name: '', parts: ['900'] },
    { number: '900', name: 'x'.repeat(80), parts: ['x'.repeat(32)] },
    { number: 'HSBC', name: '', parts: ['hsbc'] },
  ])
})

it('an upgrade lists the same parties of recordings that are there already', async () => {
  const registered = await parts()
  await owner.query('truncate app.parties, app.party_parts')
  const filling = migrations['0031-parties']?.filter((statement) => statement.startsWith('insert'))
  expect(filling).toHaveLength(3)
  for (const statement of filling ?? []) await owner.query(statement)
  expect(await parts()).toEqual(registered)
})

it('the server and the database fold letters and digits in the same way', async () => {
  const ranges = [
    [0x20, 0x33f],
    [0x370, 0x6ff],
    [0x7c0, 0x7c9],
    [0x900, 0xe5f],
    [0x1e00, 0x206f],
    [0x20e3, 0x20e3],
    [0xfb1d, 0xfefc],
    [0xff10, 0xff5a],
  ] as const
  const characters = ranges.flatMap(([from, until]) =>
    Array.from({ length: until - from + 1 }, (_, place) => String.fromCharCode(from + place)),
  )
  const texts = [
    ...characters,
    'João',
    'Łukasz Øre Đorđe ığ',
    'Ярослав ΆΛΦΑΣ',
    'e\u0301 \u0130',
    '%_\\ 100',
    'STRAẞE æ Œ þ',
  ]
  const { rows } = await owner.query<{ text: string; folded: string }>(
    'select text, app.folded(text) as folded from unnest($1::text[]) text',
    [texts],
  )
  expect(rows.filter(({ text, folded }) => folded !== foldedText(text))).toEqual([])
})

it.each([
  ['+44 (0)7700-900800', '4407700900800'],
  ['sip:+447700900800@ims.example', '447700900800'],
  ['tel:+44\u20117700\u2011900800;ext=12', '447700900800'],
  ['+447700900800,,1234#', '447700900800'],
  ['+447700900800p22', '447700900800'],
  ['+447700900800/TYPE=PLMN', '447700900800'],
  ['*31#07700900800', '3107700900800'],
  ['٠٧٧٠٠٩٠٠٨٠٠', '07700900800'],
  ['HSBC', null],
  ['Room 101', null],
  ['1st Direct', null],
])('the database reads the digits of %s', async (number, digits) => {
  const { rows } = await owner.query<{ digits: string | null }>('select app.dialled_digits($1) as digits', [number])
  expect(rows[0]?.digits).toBe(digits)
})

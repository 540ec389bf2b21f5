import { calls, type Payload, type PayloadMeta } from '@holdfast/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Exports } from '../../../../../tests/setup/exports.ts'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { AccountWithRecordings, client } from '../../../test/account-with-recordings.ts'
import { rowFormat } from './export-format.ts'
import { itemSchemaOf } from './item-schema.ts'

const at = new Date('2026-03-01T12:00:00.120Z')
const author = { amended_at: at.toISOString(), amended_by: 'test' }
const awkward = ['"quoted", \\ and\tlong', '=1+1;\n=2', '-5', '\u0001\u007f', 'ação 🎙 ＝1', '']

/** A recording in which every field has a value. */
const whole = {
  payload_type: 'SMS',
  payload_state: 'Failed',
  group: 'London',
  device_reference: 'London-1',
  device_user_reference: 'user "1"',
  key_id: 'key',
  checksum: 'a'.repeat(64),
  size: 12_345_678_901,
  numbers: ['+447700900123', null, 'A, "B"'],
  meta: JSON.stringify({
    iv: null,
    payload_time: at.toISOString(),
    thread_id: 't-1',
    direction: 'I',
    length: 5,
    full_duration: 1.5,
    signal_strength: -70,
    imeis: ['490154203237518'],
    locations: [{ latitude: -1.5, longitude: 2e-7 }],
    carrier: { carrier_name: '@carrier', is_roaming: false },
    message_parties: [{ phone_number: null, name: 'ação "x"', role: 'from' }],
  } satisfies PayloadMeta),
  amendments: JSON.stringify({
    version: 3,
    updated_at: at.toISOString(),
    updated_by: 'test',
    notes: { text: 'two\nlines', ...author },
    party_names: [{ phone_number: null, name: 'x', ...author }],
    personal: null,
  }),
  media: JSON.stringify({
    content_type: 'text/plain',
    size: 3,
    duration_ms: 1.25,
    width: null,
    height: null,
    channels: null,
    sample_rate: null,
    attachments: [{ name: null, media_type: '=x', content_type: 'text/plain', size: 1 }],
  }),
  failure: 'a "reason"',
  is_legacy: true,
  legacy_source: '=former',
  legacy_reference: 'C-1, "2"',
  is_late: true,
  unusual: ['no_length', 'long_text'],
  payload_time: at,
  uploaded_at: at,
  processed_at: new Date('2026-03-01T12:00:00Z'),
  damaged_at: at,
  transferred_at: at,
  receipt_confirmed_at: at,
  receipt_confirmed_by: 'somebody',
  reviewed_at: at,
  reviewed_by: 'somebody',
  disposition: 'No issue, "really"',
} as const

let account: AccountWithRecordings
let exports: Exports
let token: string
let listed: readonly Payload[]

beforeAll(async () => {
  account = await AccountWithRecordings.open()
  exports = new Exports(account.server, client)
  const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 20 }), 40).map((text) => text.replaceAll('\0', ''))
  const of = { group: 'London', device_reference: 'London-1' }
  const others = [...awkward, ...texts].map((text) => ({
    ...of,
    failure: text,
    numbers: [text || '?'],
    meta: JSON.stringify({ notes: text, second_parties: [{ phone_number: text || '?', name: text }] }),
  }))
  const marked = {
    ...of,
    unusual: ['large_metadata' as const],
    meta: JSON.stringify({ notes: 'x'.repeat(2_000), size: 1 }),
  }
  await account.write((tx) =>
    addRows(tx, 'payloads', [
      { ...whole, numbers: [...whole.numbers] as string[], unusual: [...whole.unusual] },
      marked,
      ...others,
    ]),
  )
  token = await account.signIn('boss', 'Account Administrator', 'Compliance Officer')
  const { items } = await account.server.getJson<{ items: Payload[] }>(
    `/api/client/v1/${client}/payloads?limit=100`,
    token,
  )
  listed = items
})
afterAll(() => account?.close())

it('every field of a recording has a value in one of the rows', () => {
  expect(listed).toHaveLength(2 + awkward.length + 40)
  const fields = Object.keys(itemSchemaOf(calls.listPayloads).properties ?? {})
  const filled = fields.filter((field) => listed.some((row) => (row as Record<string, unknown>)[field] !== null))
  expect(filled).toEqual(fields)
})

it('JSON lines of recordings have the values of the list, though nobody parsed them', async () => {
  expect(await exports.rows(token, { list: 'listPayloads' })).toEqual(listed)
})

it('CSV of recordings has the rows that values of the list become', async () => {
  const file = await exports.file(token, { list: 'listPayloads', format: 'csv' })
  const { head, open } = rowFormat(calls.listPayloads, 'csv', 'en-GB')
  const { row } = open()
  expect(file).toBe(head + listed.map((item) => row(item, false)).join(''))
})

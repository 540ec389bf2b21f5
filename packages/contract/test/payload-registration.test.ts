import { describe, expect, it } from 'vitest'
import {
  checkPayloadRegistration,
  PayloadMeta,
  PayloadRegistration,
  registerPayloads,
  unusualOf,
  withContentMarks,
} from '../src/index.ts'
import { accepts } from './both-validators.ts'

const sealed = { key_id: 'k1', encrypted_dek: 'AAAA', iv: 'AAAA', checksum: 'a'.repeat(64), size: 10 }
const identity = {
  payload_reference: '01JD0000000000000000000000',
  sequence: 0,
  payload_time: '2025-01-01T00:00:00Z',
  numbers: ['+351912345678'],
}
const party = { phone_number: '+351912345678' }
const recorded: PayloadRegistration = {
  ...identity,
  ...sealed,
  payload_type: 'Call',
  payload_state: 'Recorded',
  meta: { second_parties: [party], duration: 12, full_duration: 12_345, direction: 'I', voice_source: 'MIC' },
}
const notRecorded: PayloadRegistration = {
  ...identity,
  payload_type: 'BlockedCall',
  payload_state: 'NotRecorded',
  meta: { second_parties: [], reason_for_blocking: 'list' },
}

describe('a registration', () => {
  it.each([
    ['a sealed call', recorded],
    ['a blocked call', notRecorded],
    ['with inline content', { ...recorded, content: 'AAAAAAAAAAAAAA==' }],
  ])('is accepted for %s', (_, item) => {
    expect(accepts(PayloadRegistration, item)).toBe(true)
    expect(checkPayloadRegistration(item)).toEqual([])
  })

  it.each([
    ['an unknown field', { ...recorded, payload: 1 }],
    ['a negative sequence number', { ...recorded, sequence: -1 }],
    ['a fractional sequence number', { ...recorded, sequence: 0.5 }],
    ['a checksum in capitals', { ...recorded, checksum: 'A'.repeat(64) }],
    ['no sealed bytes', { ...recorded, size: 0 }],
    ['a state that only the server sets', { ...recorded, payload_state: 'Processed' }],
    ['content that is not base64', { ...recorded, content: 'AAA' }],
    ['content of more than 64 KiB', { ...recorded, content: 'A'.repeat(87_388) }],
    ['a number with U+0000', { ...recorded, numbers: ['1\0'] }],
  ])('is refused with %s', (_, item) => expect(accepts(PayloadRegistration, item)).toBe(false))

  it.each([
    [{ colour: 'red' }, '/meta/colour', 'is not a known field'],
    [{ direction: 'X' }, '/meta/direction', 'must be equal to one of the allowed values: I, O'],
    [{ end_time: '2026-01-31T12:00:00.123456Z' }, '/meta/end_time', expect.stringContaining('such as 2026-01-31')],
  ])('with %j in its metadata is refused with a readable message', (meta, path, message) => {
    const item = { ...recorded, meta: { ...recorded.meta, ...meta } } as PayloadRegistration
    expect(checkPayloadRegistration(item)[0]).toEqual({ path, message })
  })

  it.each(Object.keys(sealed))('that is Recorded needs %s', (field) => {
    const { [field as keyof PayloadRegistration]: _, ...rest } = recorded
    expect(checkPayloadRegistration(rest as PayloadRegistration)).toEqual([{ path: `/${field}`, message: 'required' }])
  })

  it.each(Object.entries(sealed))('that is NotRecorded cannot have %s', (field, value) => {
    expect(checkPayloadRegistration({ ...notRecorded, [field]: value })).toHaveLength(1)
  })

  it('can be NotRecorded only for aborted and blocked calls', () => {
    const item = { ...notRecorded, payload_type: 'SMS' as const, meta: {} }
    expect(checkPayloadRegistration(item)).toContainEqual(expect.objectContaining({ path: '/payload_state' }))
  })

  it.each([
    ['Call', { second_parties: [] }, '/meta/second_parties'],
    ['Call', { second_parties: [party], voice_source: 'SPEAKER' }, '/meta/voice_source'],
    ['Call', { second_parties: [party], channel_parties: ['somebody'] }, '/meta/channel_parties/0'],
    ['Call', { second_parties: [party], direction: 'CC' }, '/meta/direction'],
    ['BlockedCall', { second_parties: [], direction: 'CC' }, '/meta/direction'],
    ['Call', { second_parties: [party], duration: Number.POSITIVE_INFINITY }, '/meta/duration'],
    ['Call', { second_parties: [party], duration: -1 }, '/meta/duration'],
    ['Call', { second_parties: [] }, '/meta/second_parties'],
    ['Call', { second_parties: Array(1001).fill(party) }, '/meta/second_parties'],
    ['Interview', { pause_times: Array(1001).fill({ start: '2025-01-01T00:00:00Z', end: null }) }, '/meta/pause_times'],
    ['Call', { second_parties: [party], content_type: 'image/jpeg' }, '/meta/content_type'],
    ['Photo', { content_type: 'text/html' }, '/meta/content_type'],
    ['SMS', { content_type: 'text/plain' }, '/meta/content_type'],
    ['AbortedCall', { second_parties: [party] }, '/payload_state'],
    ['BlockedCall', { second_parties: [] }, '/payload_state'],
    ['SMS', { message_parties: [party], direction: 'CC', length: 1, thread_id: 't' }, '/meta/direction'],
    ['SMS', { message_parties: [party], direction: 'X', length: 1, thread_id: 't' }, '/meta/direction'],
    ['SMS', { message_parties: [party], direction: 'I', length: -1, thread_id: 't' }, '/meta/length'],
    ['Photo', { second_parties: [party] }, '/meta/second_parties'],
    ['Interview', { pause_times: [{}] }, '/meta/pause_times/0'],
  ] as const)('of a %s with %j has a problem at %s', (payload_type, meta, path) => {
    const problems = checkPayloadRegistration({ ...recorded, payload_type, meta: { ...meta } })
    expect(problems.map((problem) => problem.path)).toContain(path)
  })

  it.each([
    [
      'Call',
      { second_parties: [party], duration: 1e9, full_duration: 1e12, direction: 'O', content_type: 'audio/AMR; x=1' },
    ],
    ['Interview', { notes: 'x'.repeat(200_000), content_type: 'audio/x-m4a' }],
    [
      'Photo',
      { locations: Array(20_000).fill({ latitude: 91, longitude: 500 }), imeis: Array(9).fill('356938035643809') },
    ],
    ['SMS', {}],
    ['MMS', { message_parties: Array(5000).fill(party), thread_id: 't'.repeat(10_000), imsi: '1'.repeat(99) }],
    ['Diagnostics', { content_type: 'application/x-whatever' }],
    ['MMS', { message_parties: [party], direction: 'CC', length: 1, thread_id: 't' }],
    ['RCS', { message_parties: [party], direction: 'CC', length: 1, thread_id: 't' }],
  ] as const)('of a %s is accepted with large or unusual metadata: case %#', (payload_type, meta) => {
    expect(checkPayloadRegistration({ ...recorded, payload_type, meta: { ...meta } })).toEqual([])
  })

  it('that was accepted before lengths were limited can still be read', () => {
    expect(accepts(PayloadMeta, { second_parties: [party], duration: 1e300, direction: 'CC' })).toBe(true)
  })

  it('comes in batches of 1 to 100', () => {
    const body = (length: number) => ({ items: Array.from({ length }, () => recorded) })
    expect([0, 1, 100, 101].map((length) => accepts(registerPayloads.body, body(length)))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})

describe('the marks for unusual metadata', () => {
  const whole = { message_parties: [party], direction: 'I', length: 1, thread_id: 't' }
  it.each([
    ['Call', { second_parties: [party] }, []],
    ['SMS', whole, []],
    ['Call', { second_parties: [party], locations: Array(1000).fill({ latitude: 1, longitude: 1 }) }, []],
    [
      'Call',
      { second_parties: [party], locations: Array(1001).fill({ latitude: 1, longitude: 1 }) },
      ['many_locations'],
    ],
    ['Call', { second_parties: [party], imeis: Array(5).fill('356938035643809') }, ['many_imeis']],
    ['Call', { second_parties: [party], duration: 2_592_001 }, ['long_duration']],
    ['Call', { second_parties: [party], full_duration: 2_592_000_001 }, ['long_duration']],
    ['Call', { second_parties: [{ ...party, name: 'x'.repeat(256) }] }, ['long_text']],
    ['Interview', { notes: 'x'.repeat(10_000) }, []],
    ['Interview', { notes: 'x'.repeat(10_001) }, ['long_text']],
    ['Interview', { notes: 'x'.repeat(70_000) }, ['long_text', 'large_metadata']],
    ['Photo', { locations: [{ latitude: 90.1, longitude: 0 }] }, ['position_off_globe']],
    ['SMS', {}, ['no_direction', 'no_length', 'no_thread', 'no_parties']],
    ['RCS', { ...whole, message_parties: Array(1001).fill(party) }, ['many_parties']],
    ['SMS', { ...whole, message_parties: [{ phone_number: 'B4NK\u202e' }] }, ['hidden_characters']],
  ] as const)('of a %s with %o are as listed', (payload_type, meta, marks) => {
    expect(unusualOf({ ...recorded, payload_type, meta: { ...meta } })).toEqual(marks)
  })

  it('include one for a reference that is neither a ULID nor a UUID', () => {
    expect(unusualOf({ ...recorded, payload_reference: 'a reference/with: everything' })).toEqual(['odd_reference'])
  })

  it('include what the content says once it is opened, and forget what later content does not say', () => {
    const opened = withContentMarks(['no_thread'], {
      duration_s: 1e9,
      channels: 64,
      attachments: [{ isAsLabelled: false }],
    })
    expect(opened).toEqual(['long_duration', 'no_thread', 'attachment_label', 'many_channels'])
    const ordinary = { duration_s: 3600, channels: 8, attachments: [{ isAsLabelled: true }] }
    expect(withContentMarks(['no_thread', 'attachment_label', 'many_channels'], ordinary)).toEqual(['no_thread'])
    const decoded = withContentMarks(['attachment_label', 'many_channels'], { isDamaged: true, undecodedTracks: 1 })
    expect(decoded).toEqual(['attachment_label', 'many_channels', 'damaged_content', 'undecoded_track'])
    expect(withContentMarks(decoded, { isDamaged: false, undecodedTracks: 0, channels: 1 })).toEqual([
      'attachment_label',
    ])
  })
})

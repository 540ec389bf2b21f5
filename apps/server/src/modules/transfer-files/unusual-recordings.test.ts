import { type Payload, type PayloadType, transferablePayloadTypes } from '@holdfast/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMail } from '../../../test/read-mail.ts'
import { bytesOf, callPayload, each, messagePayload, recordingOf } from '../../../test/recordings-to-send.ts'
import {
  conversationFile,
  conversationOf,
  type DeliveryFormat,
  filesOfRecording,
  indexFile,
  type RecordingToSend,
} from './index.ts'

const format = (fields: Partial<DeliveryFormat> = {}): DeliveryFormat => ({
  client: 'northwind',
  transfer_type: 'Payload',
  transfer_file_format: 'Uncompressed',
  metadata_format: 'JSON',
  zip_password: null,
  pgp_key: null,
  ...fields,
})
const eml = format({ metadata_format: 'EML' })
const onBroken = () => Promise.reject(new Error('None is broken'))

const mailOf = async (messages: readonly RecordingToSend[]) => {
  const [first] = messages
  if (!first) throw new Error('There are messages')
  const { open } = conversationFile(eml, { first: first.payload, messages: () => each(messages), onBroken })
  return bytesOf(open())
}

/** Texts that programs get wrong. */
const evil = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom(
    '',
    '\0',
    'one\ntwo\rthree\r\nfour',
    '\r',
    'Zoë\r\nBcc: everybody@example.com',
    '\ud800 \udc00',
    '👩‍👩‍👧‍👦'.repeat(40),
    '\u202eexe.gpj',
    '=?UTF-8?B?eA==?=',
    '"a" <b@example.com>, c',
    'x'.repeat(5_000),
    '=1+1',
    '.\r\n.',
    '--holdfast',
    'From me',
  ),
)

/** As the database has them. */
const stored = evil.map((text) => text.replaceAll('\0', '').toWellFormed())

const withParty = (name: string, phone_number: string | null): Partial<Payload> => ({
  meta: { direction: 'I', message_parties: [{ phone_number, name, role: 'from' }], thread_id: '7' },
})

describe('mail', () => {
  it('keeps to RFC 5322 and says what was said, whatever that is', async () => {
    await fc.assert(
      fc.asyncProperty(evil, evil, stored, stored, async (text, subject, name, number) => {
        const phone_number = number.slice(0, 255).toWellFormed() || null
        const content = JSON.stringify({ text, subject, attachments: [{ name, media_type: subject, content: 'AAEC' }] })
        const payload = messagePayload(withParty(name, phone_number))
        const attachments = [{ name, media_type: subject, content_type: 'message/rfc822', size: 3 }]
        const media = payload.media && { ...payload.media, attachments }
        const bytes = await mailOf([recordingOf({ ...payload, media }, content)])
        const lines = bytes.toString('latin1').split('\r\n')
        expect(lines.find((line) => !/^[\x20-\x7e]{0,140}$/.test(line))).toBe(undefined)
        const { headers, parts } = readMail(bytes)
        expect(Object.keys(headers)).not.toContain('bcc')
        expect(headers.from).toMatch(/<[A-Za-z0-9%+_-]{1,64}@northwind\.holdfast\.invalid>$/)
        expect(parts.map((part) => part.headers['content-type'])).toEqual([
          'text/plain; charset=utf-8',
          'application/octet-stream',
          'application/x-ndjson',
        ])
        const said = Buffer.from(text.replace(/\r\n|\r|\n/g, '\r\n')).toString()
        expect(parts[0]?.content.toString().endsWith(`\r\n\r\n${said}\r\n\r\n`)).toBe(true)
        expect(parts[1]?.content).toEqual(Buffer.from([0, 1, 2]))
        // Valid in any case; lone surrogates are escaped.
        expect(JSON.parse(parts[2]?.content.toString() ?? '').meta.message_parties[0].phone_number).toEqual(
          phone_number,
        )
      }),
    )
  })

  it.each([
    ['an outgoing call', 'O', 'jane-doe', '+447700900123, +447700900124'],
    ['an incoming call', 'I', '+447700900123', 'jane-doe, +447700900124'],
  ] as const)('of %s goes from one to the others', async (_, direction, from, to) => {
    const second_parties = ['+447700900123', '+447700900124'].map((phone_number) => ({ phone_number }))
    const [file] = filesOfRecording(eml, recordingOf(callPayload({ meta: { direction, second_parties } }), ''))
    const { headers, parts } = readMail(await bytesOf(file?.open() ?? each([])))
    const address = (local: string) => `<${local}@northwind.holdfast.invalid>`
    expect(headers.from).toBe(address(from))
    expect(headers.to).toBe(to.split(', ').map(address).join(', '))
    // An empty content is a part as well.
    expect(parts.map(({ content }) => content.length > 0)).toEqual([true, false, true])
  })

  it('leaves out messages that cannot be opened, and says which', async () => {
    const messages = [1, 2, 3].map((number) =>
      recordingOf(
        messagePayload({ payload_reference: `01KB4QJ8T0SMS000000000000${number}` }),
        number === 2 ? 'broken' : JSON.stringify({ text: `number ${number}` }),
      ),
    )
    const broken: string[] = []
    const file = conversationFile(eml, {
      first: messages[0]?.payload ?? messagePayload(),
      messages: () => each(messages),
      onBroken: async ({ payload_reference }) => void broken.push(payload_reference),
    })
    const { parts } = readMail(await bytesOf(file.open()))
    expect(broken).toEqual(['01KB4QJ8T0SMS0000000000002'])
    expect(parts).toHaveLength(3)
    expect(parts[2]?.content.toString().match(/\n/g)).toHaveLength(2)
  })

  it('holds one message of a conversation at a time', async () => {
    const count = 5_000
    let ahead = 0
    let most = 0
    const messages = async function* () {
      for (let index = 0; index < count; index++) {
        const payload = messagePayload({ payload_reference: `01KB4QJ8T0SMS${String(index).padStart(13, '0')}` })
        yield {
          payload,
          async *content() {
            most = Math.max(most, ++ahead)
            yield Buffer.from(JSON.stringify({ text: 'x'.repeat(100) }))
          },
        }
      }
    }
    const { open } = conversationFile(eml, { first: messagePayload(), messages, onBroken })
    for await (const _ of open()) ahead = 0
    expect(most).toBe(1)
  })

  it('has a file for each device, conversation and day', () => {
    const key = (fields: Partial<Payload>) => conversationOf(eml, messagePayload(fields))
    const later = { payload_reference: '01KB4QJ8T0SMS0000000000009', payload_time: '2026-11-28T23:59:59.999Z' }
    expect(key(later)).toBe(key({}))
    expect(key({ payload_time: '2026-11-29T00:00:00.000Z' })).not.toBe(key({}))
    expect(key({ device_reference: 'HF-1' })).not.toBe(key({}))
    expect(key({ thread_id: '8' })).not.toBe(key({}))
    expect(key({ ...later, thread_id: null })).not.toBe(key({ thread_id: null }))
  })
})

describe('names of files', () => {
  const person = fc.record({ name: fc.constantFrom('Zoë', 'Jane Doe', 'nul'), number: fc.constant('+447700900123') })
  const reference = fc.oneof(
    fc.ulid(),
    fc.uuid(),
    fc.uuid().map((uuid) => uuid.toUpperCase()),
    fc.constant('../../+447700900123 Zoë \u2028'),
    fc.string({ unit: 'grapheme', minLength: 26, maxLength: 36 }),
  )
  const type = fc.constantFrom(...(transferablePayloadTypes as PayloadType[]))
  const contentType = fc.constantFrom('audio/amr', 'application/json', 'image/jpeg', 'text/html', 'x/../y', '')

  it('are ASCII, unique, and have neither names nor numbers of people', async () => {
    const formats = (['JSON', 'CSV', 'EML'] as const).flatMap((metadata_format) =>
      (['Uncompressed', 'Zipped'] as const).map((transfer_file_format) =>
        format({ metadata_format, transfer_file_format }),
      ),
    )
    const recordings = fc.uniqueArray(fc.record({ reference, type, contentType, person }), {
      selector: (each) => each.reference,
      minLength: 1,
    })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...formats), recordings, async (of, some) => {
        const paths = some.flatMap((each) => {
          const { phone_number, name } = { phone_number: each.person.number, name: each.person.name }
          const base = callPayload()
          const payload = callPayload({
            payload_reference: each.reference,
            payload_type: each.type,
            meta: { second_parties: [{ phone_number, name }] },
            media: base.media && {
              ...base.media,
              content_type: each.contentType,
              attachments: [{ name, media_type: null, content_type: each.contentType, size: 1 }],
            },
          })
          return filesOfRecording(of, recordingOf(payload, '')).map(({ path }) => path)
        })
        expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length)
        for (const path of paths) {
          expect(path).toMatch(/^[a-z]+\/[A-Za-z0-9-]+\.[a-z0-9]+$/)
          expect(path).not.toMatch(/447700900123|zo|jane/i)
        }
      }),
    )
  })
})

describe('metadata', () => {
  it('is valid JSON, and CSV that calculates nothing, whatever people said', async () => {
    await fc.assert(
      fc.asyncProperty(stored, stored, async (name, notes) => {
        const payload = callPayload({ meta: { second_parties: [{ phone_number: null, name }], notes }, failure: notes })
        const [, metadata] = filesOfRecording(format(), recordingOf(payload, ''))
        const json = (await bytesOf(metadata?.open() ?? each([]))).toString()
        expect(JSON.parse(json).meta).toMatchObject({ second_parties: [{ name }], notes })
        const window = { recordings: () => each([recordingOf(payload, '')]), report_to: payload.payload_time }
        const csv = indexFile(format({ metadata_format: 'CSV' }), window)
        const text = (await bytesOf(csv?.open() ?? each([]))).toString()
        expect(text).not.toMatch(/(^|,)"?[=@]/m)
      }),
    )
  })

  it('of a review stays here', async () => {
    const [, metadata] = filesOfRecording(format(), recordingOf(callPayload({ disposition: 'Suspicious' }), ''))
    expect(JSON.parse((await bytesOf(metadata?.open() ?? each([]))).toString()).disposition).toBe(null)
  })
})

describe('a reader that stops early', () => {
  it.each([
    ['Uncompressed', 'JSON'],
    ['Zipped', 'JSON'],
    ['ZippedWithPassword', 'JSON'],
    ['Uncompressed', 'EML'],
  ] as const)('closes the recording: %s %s', async (transfer_file_format, metadata_format) => {
    let isClosed = false
    const recording = {
      payload: callPayload(),
      async *content() {
        try {
          for (;;) yield Buffer.alloc(64 * 1024)
        } finally {
          isClosed = true
        }
      },
    }
    const of = format({ transfer_file_format, metadata_format, zip_password: 'secret' })
    let bytes = 0
    for await (const chunk of filesOfRecording(of, recording)[0]?.open() ?? each([])) {
      bytes += chunk.length
      if (bytes > 100_000) break
    }
    await new Promise((resolve) => setImmediate(resolve))
    expect(isClosed).toBe(true)
  })
})

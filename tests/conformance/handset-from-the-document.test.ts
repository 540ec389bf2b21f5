import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { type PayloadType, payloadTypes } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillDemo } from '../../apps/demo/src/fill-demo.ts'
import { startWorker, type Worker } from '../../apps/server/src/worker.ts'
import { untilStatus } from '../setup/handset-status.ts'
import { TestServer } from '../setup/server.ts'
import { messageExample, metaExamples } from './document-examples.ts'
import { DocumentHandset, enrolInDemo, type SealedRecording } from './document-handset.ts'

/** The server is the product with its demonstration; the handset is written from the documents only. */

const client = 'meridian'
const call = { direction: 'O', second_parties: [{ phone_number: '+447700900123' }] }

let server: TestServer
let worker: Worker
let handset: DocumentHandset
let reviewer: string
beforeAll(async () => {
  server = await TestServer.start()
  worker = await startWorker(server.settings)
  await fillDemo(server.api.platform)
  reviewer = await server.signIn(client, { user_reference: 'rita', roles: ['Reviewer'] })
  const enrolment = await readFile(path.join(server.settings.home, 'demo/enrolment.json'), 'utf8')
  const own = { device_reference: 'R58N12ABCDE', installation_id: 'made at the first start' }
  handset = new DocumentHandset(enrolInDemo(enrolment, client, own))
  expect(await handset.begin()).toMatchObject({ install_state: 'NewInstall' })
})
afterAll(async () => {
  await worker.stop()
  await server.stop()
})

const processed = (payload_reference: string) => untilStatus(handset, payload_reference, 'processed')

/** Content of each payload type: a file below media, or bytes; null for types without content. */
const contents = {
  AbortedCall: null,
  BlockedCall: null,
  Call: 'calls/04-en-busy-line.amr',
  Interview: 'interviews/01-en-account-of-the-day.m4a',
  Photo: 'attachments/dragonfly.jpg',
  Video: 'videos/02-tree-qcif.3gp',
  AR: 'videos/02-tree-qcif.3gp',
  SMS: Buffer.from(JSON.stringify({ text: 'Buy 200 at 41 or so' })),
  MMS: Buffer.from(JSON.stringify(messageExample)),
  RCS: Buffer.from(JSON.stringify({ text: 'Oi!' })),
  Diagnostics: Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1'),
} as const satisfies Record<PayloadType, string | Buffer | null>

/** What a reviewer plays: the bytes behind the playback address, fetched with the cookie of their browser. */
const played = async (recording: SealedRecording): Promise<Buffer> => {
  const response = await opened(recording)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

const opened = async ({ registration }: SealedRecording, query = ''): Promise<Response> => {
  const path = `/api/client/v1/${client}/payloads/${registration.payload_reference}/data?action=play`
  const dataResponse = await server.call('GET', path, { token: reviewer })
  const { s3_url, status } = (await dataResponse.json()) as { s3_url: string; status: string }
  expect(status).toBe('Ok')
  const cookie = dataResponse.headers.getSetCookie().map((set) => set.split(';')[0])
  return server.call('GET', `${s3_url}${query}`, { headers: { cookie: cookie.join('; ') } })
}

describe('a handset written from the documents', () => {
  it('uploads a call in parts, and the call plays', async () => {
    const content = await readFile(new URL('../../media/calls/03-en-reference-spelled.m4a', import.meta.url))
    const recording = handset.record(content, 'Call', { ...call, content_type: 'audio/mp4' })
    const { payload_reference, size } = recording.registration
    const partBytes = Math.ceil(size / 3)

    expect(await handset.status(payload_reference)).toBe('not_found')
    expect(await handset.register(recording.registration)).toMatchObject({ result: 'registered', upload_offset: 0 })
    expect(await handset.uploadPart(recording, 0, partBytes)).toBe(partBytes)
    // As after a lost answer: asking for the offset, registering again and sending the part again all succeed.
    expect(await handset.uploadOffset(payload_reference)).toBe(partBytes)
    expect(await handset.register(recording.registration)).toMatchObject({ result: 'known', upload_offset: partBytes })
    expect(await handset.uploadPart(recording, 0, partBytes)).toBe(partBytes)
    expect(await handset.status(payload_reference)).toBe('pending')
    for (let offset = partBytes; offset < size; ) offset = await handset.uploadPart(recording, offset, partBytes)

    await processed(payload_reference)
    expect((await played(recording)).equals(content)).toBe(true)
  })

  it('sends a small recording with its registration', async () => {
    const content = await readFile(new URL('../../media/calls/04-en-busy-line.amr', import.meta.url))
    const recording = handset.record(content, 'Call', { ...call, content_type: 'audio/amr' })
    expect(await handset.register(recording.registration, recording.object)).toMatchObject({ result: 'uploaded' })
    await processed(recording.registration.payload_reference)
    expect((await played(recording)).equals(content)).toBe(true)
  })

  it('has valid items accepted when others in the request are invalid', async () => {
    const [good, unsealed, unknown] = [1, 2, 3].map(
      (at) => handset.record(Buffer.from([at]), 'Call', call).registration,
    )
    expect(
      await handset.registerAll({ ...unsealed, iv: 'abc' }, good ?? {}, { ...unknown, colour: 'red' }),
    ).toMatchObject([
      { result: 'refused', code: 'request.invalid' },
      { result: 'registered' },
      { result: 'refused', code: 'request.invalid' },
    ])
    // Once corrected, the items can still use their references and sequence numbers.
    expect(await handset.registerAll(unsealed ?? {}, unknown ?? {})).toMatchObject([
      { result: 'registered' },
      { result: 'registered' },
    ])
  })

  it.each(payloadTypes)('sends the documented example of a %s', async (type) => {
    const meta = metaExamples.get(type)
    if (!meta) throw new Error(`the document has no example of ${type}`)
    const content = contents[type]
    if (content === null) {
      const report = handset.report(type, meta)
      expect(await handset.registerAll(report)).toMatchObject([{ result: 'registered' }])
      expect(await handset.status(report.payload_reference)).toBe('processed')
      return
    }
    const bytes =
      typeof content === 'string' ? await readFile(new URL(`../../media/${content}`, import.meta.url)) : content
    const recording = handset.record(bytes, type, meta)
    await handset.deliver(recording)
    await processed(recording.registration.payload_reference)
    // The client portal does not show AR.
    if (type !== 'Diagnostics' && type !== 'AR') expect((await played(recording)).equals(bytes)).toBe(true)
  })

  it.each([
    ['a message', []],
    ['a call', ['media/calls/04-en-busy-line.amr']],
  ])('is what the example in the documents is: it delivers %s', async (_what, files) => {
    const enrolment = path.join(server.settings.home, 'demo/enrolment.json')
    const example = 'docs/examples/first-recording.mjs'
    const { stdout } = await promisify(execFile)(process.execPath, [example, enrolment, client, ...files])
    expect(stdout).toContain('"status":"processed"')
    expect(stdout).toContain('Held. ')
  })

  it('keeps the type that a sender gave an attachment, and a reviewer gets the real type', async () => {
    const picture = await readFile(new URL('../../media/attachments/dragonfly.jpg', import.meta.url))
    const attachments = [{ name: 'invoice.pdf', media_type: 'application/pdf', content: picture.toString('base64') }]
    const recording = handset.record(Buffer.from(JSON.stringify({ attachments })), 'MMS', metaExamples.get('MMS') ?? {})
    await handset.deliver(recording)
    await processed(recording.registration.payload_reference)
    const response = await opened(recording, '?attachment=0')
    expect(Buffer.from(await response.arrayBuffer()).equals(picture)).toBe(true)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'inline; filename=invoice.pdf.jpg',
      'x-content-type-options': 'nosniff',
    })
    expect((await opened(recording, '?attachment=1')).status).toBe(403)
  })

  it('has an attachment of unknown type offered as a download only', async () => {
    const content = Buffer.from([0, 1, 2, 3]).toString('base64')
    // Cut to a fixed length, this name ends in half a character.
    const long = `\u00e9${'\u{1f600}'.repeat(200)}`
    const message = {
      attachments: [
        { name: 'x.html', media_type: 'text/html', content },
        { name: long, content },
      ],
    }
    const recording = handset.record(Buffer.from(JSON.stringify(message)), 'RCS', metaExamples.get('RCS') ?? {})
    await handset.deliver(recording)
    await processed(recording.registration.payload_reference)
    expect(Object.fromEntries((await opened(recording, '?attachment=0')).headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename=x.html.bin',
      'x-content-type-options': 'nosniff',
    })
    expect((await opened(recording, '?attachment=1')).headers.get('content-disposition')).toMatch(
      /^attachment; filename=_+\.bin; filename\*=UTF-8''(%[0-9A-F]{2})+\.bin$/,
    )
  })

  it('recovers from a wrong checksum by registering again', async () => {
    const content = await readFile(new URL('../../media/calls/04-en-busy-line.amr', import.meta.url))
    const wrong = handset.record(content, 'Call', call)
    wrong.registration.checksum = '0'.repeat(64)
    await handset.register(wrong.registration)
    const all = wrong.object.length
    expect(await handset.tryPart(wrong, 0, all)).toEqual({ code: 'payload.checksum_mismatch', reached: 0 })
    expect(await handset.tryPart(wrong, 0, all)).toEqual({ code: 'payload.checksum_mismatch', reached: 0 })
    const anew = handset.record(content, 'Call', call)
    await handset.deliver(anew)
    await processed(anew.registration.payload_reference)
    expect(await handset.log(wrong.registration.payload_reference, 'registered with a wrong checksum')).toEqual({
      received: 1,
    })
  })

  it('is told the reason why a recording failed', async () => {
    const recording = handset.record(Buffer.from('sealed as something else'), 'Interview', {})
    recording.registration.payload_type = 'Call'
    recording.registration.meta = call
    await handset.deliver(recording)
    const { payload_reference } = recording.registration
    await untilStatus(handset, payload_reference, 'failed')
    expect(await handset.answered(payload_reference)).toEqual({
      payload_reference,
      status: 'failed',
      reason: 'tampered',
    })
  })

  it('continues its sequence numbers after a factory reset', async () => {
    const { installed } = handset
    const before = handset.record(Buffer.from('lost with the reset'), 'Call', call)
    await handset.register(before.registration)
    const reset = new DocumentHandset({ ...installed, installation_id: 'made after the reset' })
    expect(await reset.begin()).toMatchObject({ install_state: 'FactoryReset' })
    const after = reset.record(Buffer.from('recorded anew'), 'Call', call)
    expect(after.registration.sequence).toBe(Number(before.registration.sequence) + 1)
    expect(await reset.register(after.registration)).toMatchObject({ result: 'registered' })
    handset = reset
    await untilStatus(reset, before.registration.payload_reference, 'failed')
  })
})

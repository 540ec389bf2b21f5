import { createHash, randomBytes } from 'node:crypto'
import { generateClientKeyPair, importPrivateKey, sealBytes } from '@holdfast/custody'
import { beforeAll, expect, it } from 'vitest'
import { ObjectNotFound } from '../../platform/objects/index.ts'
import { openScanner } from '../../platform/scanner/index.ts'
import { inspectMessage } from './inspect-message.ts'
import { type InspectingPlatform, inspectRecording } from './inspect-recording.ts'

/** In two parts, so that no virus scanner reports this source file. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

let platform: InspectingPlatform
let key: Awaited<ReturnType<typeof generateClientKeyPair>>
beforeAll(async () => {
  key = await generateClientKeyPair()
  const privateKey = await importPrivateKey(key.private_key)
  const otherKey = await importPrivateKey((await generateClientKeyPair()).private_key)
  platform = {
    clientKeys: {
      privateKey: async (_, key_id) => {
        if (key_id === 'unknown') return null
        return key_id === 'other' ? otherKey : privateKey
      },
    },
    scanner: await openScanner(),
  }
})

const sealed = async (content: unknown) => {
  const names = { client: 'harbour', payload_reference: 'SMALL', payload_type: 'MMS', device_reference: 'D-1' } as const
  const plain = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
  const { content: bytes, ...seal } = await sealBytes(plain, { ...names, public_key: key.public_key })
  return { ...names, ...seal, sealed: Buffer.from(bytes) as Buffer | null }
}
type Message = Awaited<ReturnType<typeof sealed>>

/** As if it had arrived with these bytes. */
const arrivedAs = (message: Message, bytes: Buffer): Message => ({
  ...message,
  sealed: bytes,
  checksum: createHash('sha256').update(bytes).digest('hex'),
})

const flipped = (bytes: Buffer | null, at: number): Buffer => {
  const changed = Buffer.from(bytes ?? [])
  const index = at < 0 ? changed.length + at : at
  changed[index] = (changed[index] ?? 0) ^ 1
  return changed
}

const file = (content: string) => ({
  name: 'a',
  media_type: 'text/plain',
  content: Buffer.from(content).toString('base64'),
})

const asRecording = (message: Message) =>
  inspectRecording(
    platform,
    message,
    async () => {
      if (message.sealed === null) throw new ObjectNotFound('SMALL')
      const bytes = message.sealed
      return (async function* () {
        yield bytes
      })()
    },
    new AbortController().signal,
  )

it.each<[string, unknown, (message: Message) => Message, object]>([
  ['good', { text: 'Good morning', subject: 'Hello' }, (message) => message, { facts: { matches: true } }],
  ['empty', '', (message) => message, { facts: { matches: false } }],
  ['not JSON', 'Good morning', (message) => message, { facts: { matches: false } }],
  ['with a file', { text: '', attachments: [file('fine')] }, (message) => message, { facts: { matches: true } }],
  [
    'with malware in its second file',
    { text: '', attachments: [file('fine'), file(eicar)] },
    (message) => message,
    { verdict: { value: { clean: false } } },
  ],
  [
    'with a file that is a web page',
    { text: '', attachments: [file('<html></html>')] },
    (message) => message,
    { facts: { problem: expect.stringMatching(/^Attachment 1/) } },
  ],
  ['with damaged base64', { text: '', attachments: [{ ...file(''), content: '!' }] }, (message) => message, {}],
  ['missing', {}, (message) => ({ ...message, sealed: null }), { failure: 'missing', isDamaged: true }],
  ['registered without an iv', {}, (message) => ({ ...message, iv: null as never }), { failure: 'missing' }],
  [
    'changed at rest',
    {},
    (message) => ({ ...message, sealed: flipped(message.sealed, -1) }),
    { failure: 'checksum', isDamaged: true },
  ],
  [
    'registered with bytes that were changed',
    {},
    (message) => arrivedAs(message, flipped(message.sealed, -1)),
    { failure: 'tampered', isDamaged: false },
  ],
  ['cut off', {}, (message) => arrivedAs(message, message.sealed?.subarray(0, 50) ?? Buffer.alloc(0)), {}],
  ['without any bytes', {}, (message) => arrivedAs(message, Buffer.alloc(0)), { failure: 'truncated' }],
  ['of another format', {}, (message) => arrivedAs(message, flipped(message.sealed, 0)), { failure: 'malformed' }],
  ['sealed with another iv', {}, (message) => ({ ...message, iv: randomBytes(7).toString('base64url') }), {}],
  ['sealed to a key that nobody has', {}, (message) => ({ ...message, key_id: 'unknown' }), { failure: 'wrong_key' }],
  ['sealed to another key', {}, (message) => ({ ...message, key_id: 'other' }), { failure: 'wrong_key' }],
  ['with a malformed data key', {}, (message) => ({ ...message, encrypted_dek: '!' }), { failure: 'malformed' }],
])('a message that is %s is found to be what it is as a stream, too', async (_what, content, change, expected) => {
  const message = change(await sealed(content))
  const found = await inspectMessage(platform, message)
  expect(found).toEqual(await asRecording(message))
  expect(found).toMatchObject(expected)
})

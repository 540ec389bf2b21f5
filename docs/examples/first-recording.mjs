/**
 * A handset in one file: enrols, seals a message or a call, registers it, uploads it in two parts and waits until the server holds it.
 * Written from device-calls.md and recording-envelope.md, for Node.js 20 or later, without any package:
 *
 *     node first-recording.mjs enrolment.json [client] [call.amr]
 *
 * It prints each request with its answer, to compare with those of a handset that is being built. It leaves out what a real one needs:
 * keeping recordings durably, waiting between tries, and most errors.
 */
import {
  createCipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  randomUUID,
} from 'node:crypto'
import { readFile } from 'node:fs/promises'

const [enrolmentFile = 'enrolment.json', chosenClient, callFile] = process.argv.slice(2)
const { origin, accounts } = JSON.parse(await readFile(enrolmentFile, 'utf8'))
const account = accounts.find(({ client }) => client === (chosenClient ?? accounts[0]?.client))
if (!account) throw new Error(`${enrolmentFile} has no account ${chosenClient ?? ''}`)
const { client, enrolment_secret } = account
// A handset has both for life, and for as long as the app is installed. Here each run is another handset.
const device_reference = `EXAMPLE-${randomBytes(4).toString('hex').toUpperCase()}`
const installation_id = randomUUID()

// recording-envelope.md, 'Terms'
const u32 = (n) => Buffer.from([n >>> 24, n >>> 16, n >>> 8, n])
const text = (s) => Buffer.concat([u32(Buffer.byteLength(s)), Buffer.from(s)])
const sha256 = (bytes) => createHash('sha256').update(bytes).digest()
const hkdf = (key, salt, info) => Buffer.from(hkdfSync('sha256', key, salt, info, 32))
const aesGcm = (key, nonce, associated, plain) => {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associated)
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}
const newUlid = () => {
  let bits = (BigInt(Date.now()) << 80n) | BigInt(`0x${randomBytes(10).toString('hex')}`)
  let ulid = ''
  for (; ulid.length < 26; bits >>= 5n) ulid = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[Number(bits & 31n)] + ulid
  return ulid
}

// device-calls.md, 'Requests and answers'
let token
const send = async (method, path, { json, bytes, headers = {} } = {}) => {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(json && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: json ? JSON.stringify(json) : bytes,
  })
  const offset = response.headers.get('upload-offset')
  const answer = await response.text()
  console.log(`${method} ${path}\n  ${response.status} ${offset ? `Upload-Offset: ${offset}` : shortened(answer)}`)
  if (!response.ok) throw new Error(`refused: ${answer}`)
  return answer ? JSON.parse(answer) : { offset: Number(offset) }
}
const shortened = (answer) => (answer.length > 400 ? `${answer.slice(0, 400)}…` : answer)

// 'POST /verify', with 'The enrolment ULID' of recording-envelope.md
const enrolmentKey = hkdf(Buffer.from(enrolment_secret, 'base64url'), '', 'holdfast enrolment v1')
const nonce = randomBytes(12)
const code = aesGcm(enrolmentKey, nonce, Buffer.concat([text(client), text(device_reference)]), Buffer.from(newUlid()))
const verified = await send('POST', '/api/admin/v1/verify', {
  json: {
    client,
    device_info: { model: 'Example', os_version: '1', app_version: '1.0.0', serial_number: device_reference },
    device_user_reference: account.device_user_references[0],
    ulid_encrypted: Buffer.concat([Buffer.from([1]), nonce, code]).toString('base64url'),
    phone_numbers: [{ phone_number: '+447700900001', slot_index: 0 }],
    imeis: [],
    installation_id,
  },
})
token = verified.access_token

// 'GET /configuration'
const { public_key, next_sequence, upload_limits } = await send('GET', '/api/device/v1/configuration')
if (public_key.algorithm !== 'ECDH-ES+A256KW') throw new Error('this example wraps for P-256 keys alone')

// 'Types and their metadata'
const other = { phone_number: '+447700900123', name: 'Ben Low' }
const { payload_type, content, meta } = callFile
  ? {
      payload_type: 'Call',
      content: await readFile(callFile),
      meta: { direction: 'O', content_type: 'audio/amr', second_parties: [other] },
    }
  : {
      payload_type: 'SMS',
      content: Buffer.from(JSON.stringify({ text: 'A first message from the example' })),
      meta: { direction: 'I', message_parties: [{ ...other, role: 'from' }], thread_id: 'example' },
    }

// 'The wrapped data key'
const [dek, iv, payload_reference] = [randomBytes(32), randomBytes(7), newUlid()]
const publicKey = createPublicKey(public_key.public_key)
const keyId = sha256(publicKey.export({ type: 'spki', format: 'der' }))
const ephemeral = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const z = diffieHellman({ privateKey: ephemeral.privateKey, publicKey })
const kek = sha256(Buffer.concat([u32(1), z, text('ECDH-ES+A256KW'), u32(0), u32(32), keyId, u32(256)]))
const wrap = createCipheriv('id-aes256-wrap', kek, Buffer.alloc(8, 0xa6))
const point = ephemeral.publicKey.export({ type: 'spki', format: 'der' }).subarray(-65)
const encryptedDek = Buffer.concat([Buffer.from([1, 1]), point, wrap.update(dek), wrap.final()])

// 'Keys', 'Header' and 'Segments'
const prefix = Buffer.concat([Buffer.from('HFRE'), Buffer.from([1]), iv])
const encryptionKey = hkdf(dek, prefix, 'holdfast recording envelope v1 encryption')
const associated = Buffer.concat([payload_reference, payload_type, device_reference].map(text))
const sealed = [prefix, hkdf(dek, prefix, 'holdfast recording envelope v1 commitment')]
const segments = Math.max(1, Math.ceil(content.length / 65_536))
for (let i = 0; i < segments; i += 1) {
  const segmentNonce = Buffer.concat([iv, u32(i), Buffer.from([i === segments - 1 ? 1 : 0])])
  sealed.push(aesGcm(encryptionKey, segmentNonce, associated, content.subarray(i * 65_536, (i + 1) * 65_536)))
}
const object = Buffer.concat(sealed)

// 'POST /payloads'
const { items } = await send('POST', '/api/device/v1/payloads', {
  json: {
    items: [
      {
        payload_reference,
        sequence: next_sequence,
        payload_type,
        payload_time: new Date().toISOString(),
        payload_state: 'Recorded',
        key_id: public_key.key_id,
        encrypted_dek: encryptedDek.toString('base64url'),
        iv: iv.toString('base64url'),
        checksum: sha256(object).toString('hex'),
        size: object.length,
        numbers: [other.phone_number],
        meta,
      },
    ],
  },
})
// A refused item does not fail the request.
if (items[0].result !== 'registered') throw new Error(`refused: ${JSON.stringify(items[0])}`)

// 'Uploading', in two parts to show how it goes on
const path = `/api/device/v1/payloads/${payload_reference}/content`
let offset = items[0].upload_offset
while (offset < object.length) {
  const partBytes = Math.min(Math.ceil(object.length / 2), upload_limits.max_part_bytes)
  const bytes = object.subarray(offset, offset + partBytes)
  const answer = await send('PATCH', path, {
    bytes,
    headers: {
      'content-type': 'application/octet-stream',
      'content-digest': `sha-256=:${sha256(bytes).toString('base64')}:`,
      'upload-offset': String(offset),
    },
  })
  offset = answer.offset
}

// 'POST /payloads/statuses': only now may a handset drop its copy.
let status = 'pending'
for (let seconds = 1; status === 'pending'; seconds = Math.min(seconds * 2, 30)) {
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  const statuses = await send('POST', '/api/device/v1/payloads/statuses', {
    json: { payload_references: [payload_reference] },
  })
  status = statuses.items[0].status
}
if (status !== 'processed') throw new Error(`the recording is ${status}`)
const kind = payload_type === 'Call' ? 'calls' : 'messages'
console.log(`Held. The portal shows it at ${origin}/dashboard/services/${kind}/${payload_reference}`)

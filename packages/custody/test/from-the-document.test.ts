/**
 * A handset written from docs/recording-envelope.md with node:crypto only; it shares no code with src. The product
 * opens what it seals, and its results equal the test vectors.
 */
import {
  constants,
  createCipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  publicEncrypt,
  randomBytes,
} from 'node:crypto'
import { describe, expect, it } from 'vitest'
import enrolmentVector from '../../../docs/test-vectors/enrolment-ulid.json' with { type: 'json' }
import vectors from '../../../docs/test-vectors/recording-envelope.json' with { type: 'json' }
import * as product from '../src/index.ts'

const u32 = (n: number) => Buffer.from([n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255])
const text = (s: string) => Buffer.concat([u32(Buffer.byteLength(s)), Buffer.from(s)])
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
const hkdf = (key: Buffer, salt: Buffer, info: string) => Buffer.from(hkdfSync('sha256', key, salt, info, 32))
const gcm = (key: Buffer, nonce: Buffer, aad: Buffer, plain: Buffer) => {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad)
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

const pointOf = (key: KeyObject) => {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
}

const keyIdBytes = (publicKeyPem: string) => {
  const [, ...lines] = publicKeyPem.trim().split('\n')
  return sha256(Buffer.from(lines.slice(0, -1).join(''), 'base64'))
}

const newEphemeral = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey

const wrapToP256 = (dek: Buffer, publicKeyPem: string, ephemeral = newEphemeral()) => {
  const z = diffieHellman({ privateKey: ephemeral, publicKey: createPublicKey(publicKeyPem) })
  const kek = sha256(
    Buffer.concat([u32(1), z, text('ECDH-ES+A256KW'), u32(0), u32(32), keyIdBytes(publicKeyPem), u32(256)]),
  )
  const wrap = createCipheriv('id-aes256-wrap', kek, Buffer.alloc(8, 0xa6))
  const wrapped = Buffer.concat([wrap.update(dek), wrap.final()])
  return Buffer.concat([Buffer.of(1, 1), pointOf(createPublicKey(ephemeral)), wrapped]).toString('base64url')
}

const wrapToRsa = (dek: Buffer, key: string) => {
  const encrypted = publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, dek)
  return Buffer.concat([Buffer.of(1, 2), encrypted]).toString('base64url')
}

interface Names {
  payload_reference: string
  payload_type: string
  device_reference: string
}

const sealWith = (dek: Buffer, iv: Buffer, names: Names, content: Buffer) => {
  const prefix = Buffer.concat([Buffer.from('48465245', 'hex'), Buffer.of(1), iv])
  const key = hkdf(dek, prefix, 'holdfast recording envelope v1 encryption')
  const commitment = hkdf(dek, prefix, 'holdfast recording envelope v1 commitment')
  const aad = Buffer.concat([text(names.payload_reference), text(names.payload_type), text(names.device_reference)])
  const parts = [prefix, commitment]
  const segments = Math.max(1, Math.ceil(content.length / 65_536))
  for (let i = 0; i < segments; i++) {
    const nonce = Buffer.concat([iv, u32(i), Buffer.of(i === segments - 1 ? 1 : 0)])
    parts.push(gcm(key, nonce, aad, content.subarray(i * 65_536, (i + 1) * 65_536)))
  }
  return Buffer.concat(parts)
}

const sealUlid = (secret: string, nonce: Buffer, client: string, device_reference: string, ulid: string) => {
  const key = hkdf(Buffer.from(secret, 'base64url'), Buffer.alloc(0), 'holdfast enrolment v1')
  const sealed = gcm(key, nonce, Buffer.concat([text(client), text(device_reference)]), Buffer.from(ulid))
  return Buffer.concat([Buffer.of(1), nonce, sealed]).toString('base64url')
}

const names = { payload_reference: '01JD3Q6Z8M4T2V9XK5N7R1B0WA', payload_type: 'Call', device_reference: 'Gerät 7' }
const p256Pems = await product.generateClientKeyPair()
const rsa = generateKeyPairSync('rsa', { modulusLength: 3072 })
const rsaPems = {
  public_key: String(rsa.publicKey.export({ type: 'spki', format: 'pem' })),
  private_key: String(rsa.privateKey.export({ type: 'pkcs8', format: 'pem' })),
}

describe('a handset written from the document', () => {
  it.each([
    { kind: 'P-256', pair: p256Pems, wrap: wrapToP256 },
    { kind: 'RSA', pair: rsaPems, wrap: wrapToRsa },
  ])('seals recordings to a $kind key that the product opens', async ({ pair, wrap }) => {
    for (const size of [0, 1, 65_535, 65_536, 65_537, 131_072, 500_000]) {
      const [dek, iv, content] = [randomBytes(32), randomBytes(7), randomBytes(size)]
      const unwrapped = await product.unwrapDek(wrap(dek, pair.public_key), pair.private_key)
      const sealed = sealWith(dek, iv, names, content)
      const opened = await product.openBytes(sealed, unwrapped, { ...names, iv: iv.toString('base64url') })
      expect(content.equals(opened)).toBe(true)
      expect(sealed.length).toBe(product.sealedSize(size))
    }
    expect((await product.importPublicKey(pair.public_key)).key_id).toBe(
      keyIdBytes(pair.public_key).toString('base64url'),
    )
  })

  it('seals an enrolment ULID that the product opens', async () => {
    const [enrolment_secret, ulid] = [randomBytes(32).toString('base64url'), '01JD3Q6Z8M4T2V9XK5N7R1B0WB']
    const ulid_encrypted = sealUlid(enrolment_secret, randomBytes(12), 'acme', 'Gerät 7', ulid)
    const enrolment = { enrolment_secret, client: 'acme', device_reference: 'Gerät 7', ulid_encrypted }
    expect(await product.openEnrolmentUlid(enrolment)).toBe(ulid)
  })

  it('computes the same as the test vectors', () => {
    const { wrapping_p256, recording } = vectors
    const dek = Buffer.from(recording.dek, 'hex')
    const ephemeral = createPrivateKey(wrapping_p256.ephemeral_private_key)
    expect(wrapToP256(dek, wrapping_p256.public_key, ephemeral)).toBe(wrapping_p256.encrypted_dek)
    for (const vector of recording.sealed) {
      const content = Buffer.from(Array.from({ length: vector.content_size }, (_, i) => i % 251))
      const sealed = sealWith(dek, Buffer.from(recording.iv_bytes, 'hex'), recording, content)
      expect(sealed.subarray(0, 44).toString('hex')).toBe(recording.header)
      expect({ size: sealed.length, checksum: sha256(sealed).toString('hex') }).toEqual({
        size: vector.size,
        checksum: vector.checksum,
      })
      expect(sealed.toString('hex')).toContain(vector.sealed ?? recording.header)
    }
    const { enrolment_secret, nonce, client, device_reference, ulid, ulid_encrypted } = enrolmentVector
    expect(sealUlid(enrolment_secret, Buffer.from(nonce, 'hex'), client, device_reference, ulid)).toBe(ulid_encrypted)
  })
})

import { createPublicKey, generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { wrapDek } from '../src/envelope/wrapped-dek.ts'
import { generateClientKeyPair, importPrivateKey, importPublicKey, unwrapDek } from '../src/index.ts'
import { contentOf, refusal } from './recordings.ts'

const dek = contentOf(32)
const pems = ({ publicKey, privateKey }: KeyPairKeyObjectResult) => ({
  publicKey: String(publicKey.export({ type: 'spki', format: 'pem' })),
  privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
})
const rsaPair = (modulusLength: number) => pems(generateKeyPairSync('rsa', { modulusLength }))
const p256 = await generateClientKeyPair()
const rsa = rsaPair(2048)

const pairs = [
  { kind: 'P-256', publicKey: p256.public_key, privateKey: p256.private_key, length: 143 },
  { kind: 'RSA', publicKey: rsa.publicKey, privateKey: rsa.privateKey, length: 344 },
]

describe.each(pairs)('a data key wrapped to a $kind key', ({ publicKey, privateKey, length }) => {
  it('unwraps with the private key, given as PEM or imported', async () => {
    const encrypted_dek = await wrapDek(dek, await importPublicKey(publicKey))
    expect(encrypted_dek).toMatch(/^[A-Za-z0-9_-]+$/)
    expect(encrypted_dek.length).toBe(length)
    expect(Buffer.from(await unwrapDek(encrypted_dek, privateKey)).equals(dek)).toBe(true)
    expect(Buffer.from(await unwrapDek(encrypted_dek, await importPrivateKey(privateKey))).equals(dek)).toBe(true)
  })

  it('does not unwrap with any byte changed, cut off or added', async () => {
    const bytes = Buffer.from(await wrapDek(dek, await importPublicKey(publicKey)), 'base64url')
    const key = await importPrivateKey(privateKey)
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(await refusal(unwrapDek(changed.toString('base64url'), key))).not.toBe('opened')
    }
    for (const other of [bytes.subarray(0, -1), bytes.subarray(0, 2), Buffer.concat([bytes, bytes]), Buffer.alloc(0)]) {
      expect(await refusal(unwrapDek(other.toString('base64url'), key))).not.toBe('opened')
    }
  })

  it('does not unwrap with another key, of the same kind or the other', async () => {
    const encrypted_dek = await wrapDek(dek, await importPublicKey(publicKey))
    const others = [(await generateClientKeyPair()).private_key, rsaPair(2048).privateKey]
    for (const other of others) expect(await refusal(unwrapDek(encrypted_dek, other))).toBe('envelope.wrong_key')
  })

  it('has exactly one encoding', async () => {
    const encrypted_dek = await wrapDek(dek, await importPublicKey(publicKey))
    for (const other of [`${encrypted_dek}=`, ` ${encrypted_dek}`, `${encrypted_dek}\n`]) {
      expect(await refusal(unwrapDek(other, privateKey))).toBe('envelope.malformed')
    }
  })

  it('names the key by the hash of its SPKI, computed from either the public or the private key', async () => {
    const spki = createPublicKey(publicKey).export({ type: 'spki', format: 'der' })
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(spki)))
    const key_id = Buffer.from(digest).toString('base64url')
    expect((await importPublicKey(publicKey)).key_id).toBe(key_id)
    expect((await importPrivateKey(privateKey)).key_id).toBe(key_id)
  })
})

describe('a point of P-256', () => {
  /** The hybrid encoding (SEC 1 §2.3.3): 06 or 07 by the parity of y, then the same bytes. */
  const hybrid = (bytes: Buffer, at: number) => {
    const other = Buffer.from(bytes)
    other[at] = 6 + ((bytes[at + 64] ?? 0) & 1)
    return other
  }

  it('has exactly one encoding in a wrapping', async () => {
    const bytes = Buffer.from(await wrapDek(dek, await importPublicKey(p256.public_key)), 'base64url')
    const other = hybrid(bytes, 2).toString('base64url')
    expect(await refusal(unwrapDek(other, p256.private_key))).toBe('envelope.malformed')
  })

  it('has exactly one encoding in a public key', async () => {
    const spki = createPublicKey(p256.public_key).export({ type: 'spki', format: 'der' })
    const pem = `-----BEGIN PUBLIC KEY-----\n${hybrid(spki, 26).toString('base64')}\n-----END PUBLIC KEY-----`
    expect(await refusal(importPublicKey(pem))).toBe('envelope.unusable_key')
  })
})

describe('a key', () => {
  it('of the wrong kind, size or encoding is refused', async () => {
    const others = [
      rsaPair(1024),
      pems(generateKeyPairSync('ec', { namedCurve: 'secp384r1' })),
      pems(generateKeyPairSync('ec', { namedCurve: 'secp256k1' })),
      pems(generateKeyPairSync('ed25519')),
      { publicKey: p256.private_key, privateKey: p256.public_key },
      { publicKey: '', privateKey: '' },
      { publicKey: p256.public_key.replace('M', '!'), privateKey: p256.private_key.slice(0, 60) },
    ]
    for (const { publicKey, privateKey } of others) {
      expect(await refusal(importPublicKey(publicKey))).toBe('envelope.unusable_key')
      expect(await refusal(importPrivateKey(privateKey))).toBe('envelope.unusable_key')
    }
  })
})

import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { platform as node } from '../src/platform/crypto-node.ts'
import { platform as web } from '../src/platform/crypto-web.ts'
import type { ClientPrivateKey, ClientPublicKey } from '../src/platform/platform-crypto.ts'
import { withBitFlipped } from './recordings.ts'

const pairs = [
  { from: node, to: web, way: 'node:crypto to WebCrypto' },
  { from: web, to: node, way: 'WebCrypto to node:crypto' },
]
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const rsaPublic = rsa.publicKey.export({ type: 'spki', format: 'der' })
const rsaPrivate = rsa.privateKey.export({ type: 'pkcs8', format: 'der' })
const smallRsa = generateKeyPairSync('rsa', { modulusLength: 1024 })

const present = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('Nothing there')
  return value
}
const p256 = (key: ClientPublicKey | ClientPrivateKey | undefined) => {
  if (key?.kind !== 'P-256') throw new Error('Not a P-256 key')
  return key
}

describe.each(pairs)('from $way', ({ from, to }) => {
  it('hashes and derives the same values', async () => {
    const bytes = randomBytes(1000)
    const [one, other] = [from.createSha256(), to.createSha256()]
    one.update(bytes)
    other.update(bytes.subarray(0, 77))
    other.update(bytes.subarray(77))
    expect(other.digest()).toEqual(one.digest())
    const derive = (platform: typeof node) => platform.hkdfSha256(bytes, bytes.subarray(0, 12), bytes.subarray(12), 32)
    expect(await derive(to)).toEqual(await derive(from))
    expect(from.randomBytes(7).length).toBe(7)
  })

  it('opens what was sealed, and refuses anything else', async () => {
    const [raw, nonce, bound, plain] = [32, 12, 40, 5000].map((length) => from.randomBytes(length))
    const sealed = await (await from.importAeadKey(present(raw))).seal(present(nonce), present(bound), present(plain))
    const key = await to.importAeadKey(present(raw))
    expect(await key.open(present(nonce), present(bound), sealed)).toEqual(plain)
    expect(await key.open(present(nonce), present(bound), withBitFlipped(sealed, 3))).toBeUndefined()
    expect(await key.open(present(nonce), present(plain), sealed)).toBeUndefined()
  })

  it('wraps and unwraps keys', async () => {
    const [kek, key] = [from.randomBytes(32), from.randomBytes(32)]
    const wrapped = await from.wrapKey(kek, key)
    expect(wrapped.length).toBe(40)
    expect(await to.unwrapKey(kek, wrapped)).toEqual(key)
    expect(await to.unwrapKey(key, wrapped)).toBeUndefined()
  })

  it('agrees on a secret through P-256', async () => {
    const pair = await from.generateP256()
    const publicKey = p256(await from.importPublicKey(pair.publicKey))
    const privateKey = p256(await to.importPrivateKey(pair.privateKey))
    expect(publicKey.key_id).toBe(privateKey.key_id)
    const { ephemeral, shared } = await (publicKey as ClientPublicKey & { kind: 'P-256' }).agree()
    const agree = (privateKey as ClientPrivateKey & { kind: 'P-256' }).agree
    expect(shared.length).toBe(32)
    expect(await agree(ephemeral)).toEqual(shared)
    expect(await agree(withBitFlipped(ephemeral, 300))).toBeUndefined()
  })

  it('encrypts through RSA-OAEP-256', async () => {
    const publicKey = await from.importPublicKey(rsaPublic)
    const privateKey = await to.importPrivateKey(rsaPrivate)
    if (publicKey?.kind !== 'RSA' || privateKey?.kind !== 'RSA') throw new Error('Not RSA keys')
    expect(publicKey.key_id).toBe(privateKey.key_id)
    const dek = from.randomBytes(32)
    const encrypted = await publicKey.encrypt(dek)
    expect(await privateKey.decrypt(encrypted)).toEqual(dek)
    expect(await privateKey.decrypt(withBitFlipped(encrypted, 1000))).toBeUndefined()
  })

  it('refuses keys that are too small or of another kind', async () => {
    const ed25519 = await from.generateEd25519()
    for (const spki of [
      smallRsa.publicKey.export({ type: 'spki', format: 'der' }),
      ed25519.publicKey,
      randomBytes(9),
    ]) {
      expect(await to.importPublicKey(spki)).toBeUndefined()
    }
    const smallPrivate = smallRsa.privateKey.export({ type: 'pkcs8', format: 'der' })
    for (const pkcs8 of [smallPrivate, ed25519.privateKey, randomBytes(9)]) {
      expect(await to.importPrivateKey(pkcs8)).toBeUndefined()
    }
    expect(await to.importSigningKey(rsaPrivate)).toBeUndefined()
  })

  it('verifies Ed25519 signatures', async () => {
    const message = randomBytes(100)
    const key = present(await from.importSigningKey((await from.generateEd25519()).privateKey))
    const signature = await key.sign(message)
    expect(await to.verifyEd25519(key.publicKey, message, signature)).toBe(true)
    expect(await to.verifyEd25519(key.publicKey, message, withBitFlipped(signature, 5))).toBe(false)
    expect(await to.verifyEd25519(key.publicKey, message, signature.subarray(1))).toBe(false)
    expect(await to.verifyEd25519(key.publicKey.subarray(1), message, signature)).toBe(false)
  })
})

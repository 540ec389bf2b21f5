import type { webcrypto } from 'node:crypto'
import { sha256 } from '@noble/hashes/sha2.js'
import { encodeBase64Url } from '../base64.ts'
import {
  type AeadKey,
  type ClientPrivateKey,
  type ClientPublicKey,
  type PlatformCrypto,
  smallestRsaBits,
} from './platform-crypto.ts'

type Key = webcrypto.CryptoKey
const { subtle } = globalThis.crypto
const ecdh = { name: 'ECDH', namedCurve: 'P-256' }
const rsaOaep = { name: 'RSA-OAEP', hash: 'SHA-256' }
const ed25519 = { name: 'Ed25519' }

/** WebCrypto's types refuse shared memory, which no caller here uses. */
const own = (bytes: Uint8Array) => bytes as Uint8Array<ArrayBuffer>

const orUndefined = async <T>(attempt: Promise<T>): Promise<T | undefined> => {
  try {
    return await attempt
  } catch {
    return undefined
  }
}

const bytesOf = async (buffer: Promise<ArrayBuffer>): Promise<Uint8Array> => new Uint8Array(await buffer)

const keyIdOf = async (publicKey: Key): Promise<string> =>
  encodeBase64Url(sha256(await bytesOf(subtle.exportKey('spki', publicKey))))

const isUsableRsa = (key: Key): boolean =>
  (key.algorithm as webcrypto.RsaHashedKeyAlgorithm).modulusLength >= smallestRsaBits

const derPair = async (pair: webcrypto.CryptoKeyPair) => ({
  publicKey: await bytesOf(subtle.exportKey('spki', pair.publicKey)),
  privateKey: await bytesOf(subtle.exportKey('pkcs8', pair.privateKey)),
})

/** The public half of a private key, which WebCrypto gives only through its JWK. */
const publicHalf = async (
  key: Key,
  algorithm: typeof ecdh | typeof rsaOaep | typeof ed25519,
  publicUses: webcrypto.KeyUsage[],
): Promise<Key> => {
  const { kty, crv, x, y, n, e } = await subtle.exportKey('jwk', key)
  const half = Object.fromEntries(Object.entries({ kty, crv, x, y, n, e }).filter(([, part]) => part !== undefined))
  return subtle.importKey('jwk', half, algorithm, true, publicUses)
}

const aeadKey = async (raw: Uint8Array): Promise<AeadKey> => {
  const key = await subtle.importKey('raw', own(raw), 'AES-GCM', false, ['encrypt', 'decrypt'])
  const parameters = (nonce: Uint8Array, associatedData: Uint8Array) => ({
    name: 'AES-GCM',
    iv: own(nonce),
    additionalData: own(associatedData),
    tagLength: 128,
  })
  return {
    seal: (nonce, associatedData, plain) => bytesOf(subtle.encrypt(parameters(nonce, associatedData), key, own(plain))),
    open: (nonce, associatedData, sealed) =>
      orUndefined(bytesOf(subtle.decrypt(parameters(nonce, associatedData), key, own(sealed)))),
  }
}

const agreed = (publicKey: Key, privateKey: Key): Promise<Uint8Array> =>
  bytesOf(subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, 256))

const p256PublicKey = (key_id: string, publicKey: Key): ClientPublicKey => ({
  key_id,
  kind: 'P-256',
  agree: async () => {
    const pair = (await subtle.generateKey(ecdh, true, ['deriveBits'])) as webcrypto.CryptoKeyPair
    return {
      ephemeral: await bytesOf(subtle.exportKey('raw', pair.publicKey)),
      shared: await agreed(publicKey, pair.privateKey),
    }
  },
})

const p256PrivateKey = (key_id: string, privateKey: Key): ClientPrivateKey => ({
  key_id,
  kind: 'P-256',
  agree: async (ephemeral) => {
    const point = await orUndefined(subtle.importKey('raw', own(ephemeral), ecdh, false, []))
    return point && agreed(point, privateKey)
  },
})

const rsaPrivateKey = (key_id: string, privateKey: Key): ClientPrivateKey => ({
  key_id,
  kind: 'RSA',
  decrypt: (encrypted) => orUndefined(bytesOf(subtle.decrypt(rsaOaep, privateKey, own(encrypted)))),
})

const kekOf = (raw: Uint8Array, use: 'wrapKey' | 'unwrapKey') =>
  subtle.importKey('raw', own(raw), 'AES-KW', false, [use])

/**
 * The platform's cryptography with WebCrypto. Only SHA-256 comes from a library: WebCrypto cannot hash a stream, and
 * a promise for each node of a Merkle tree is too slow.
 */
export const platform: PlatformCrypto = {
  randomBytes: (length) => globalThis.crypto.getRandomValues(new Uint8Array(length)),
  createSha256: () => {
    const hash = sha256.create()
    return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest() }
  },
  hkdfSha256: async (secret, salt, info, length) => {
    const key = await subtle.importKey('raw', own(secret), 'HKDF', false, ['deriveBits'])
    const parameters = { name: 'HKDF', hash: 'SHA-256', salt: own(salt), info: own(info) }
    return bytesOf(subtle.deriveBits(parameters, key, length * 8))
  },
  importAeadKey: aeadKey,
  wrapKey: async (wrappingKey, key) => {
    const inner = await subtle.importKey('raw', own(key), 'AES-GCM', true, ['decrypt'])
    return bytesOf(subtle.wrapKey('raw', inner, await kekOf(wrappingKey, 'wrapKey'), 'AES-KW'))
  },
  unwrapKey: async (wrappingKey, wrapped) => {
    const kek = await kekOf(wrappingKey, 'unwrapKey')
    const inner = await orUndefined(subtle.unwrapKey('raw', own(wrapped), kek, 'AES-KW', 'AES-GCM', true, ['decrypt']))
    return inner && bytesOf(subtle.exportKey('raw', inner))
  },
  generateP256: async () => derPair((await subtle.generateKey(ecdh, true, ['deriveBits'])) as webcrypto.CryptoKeyPair),
  importPublicKey: async (spki) => {
    const p256 = await orUndefined(subtle.importKey('spki', own(spki), ecdh, true, []))
    if (p256) return p256PublicKey(await keyIdOf(p256), p256)
    const rsa = await orUndefined(subtle.importKey('spki', own(spki), rsaOaep, true, ['encrypt']))
    if (rsa && isUsableRsa(rsa)) {
      return {
        key_id: await keyIdOf(rsa),
        kind: 'RSA',
        encrypt: (dek) => bytesOf(subtle.encrypt(rsaOaep, rsa, own(dek))),
      }
    }
  },
  importPrivateKey: async (pkcs8) => {
    const p256 = await orUndefined(subtle.importKey('pkcs8', own(pkcs8), ecdh, true, ['deriveBits']))
    if (p256) return p256PrivateKey(await keyIdOf(await publicHalf(p256, ecdh, [])), p256)
    const rsa = await orUndefined(subtle.importKey('pkcs8', own(pkcs8), rsaOaep, true, ['decrypt']))
    if (rsa && isUsableRsa(rsa)) return rsaPrivateKey(await keyIdOf(await publicHalf(rsa, rsaOaep, ['encrypt'])), rsa)
  },
  generateEd25519: async () =>
    derPair((await subtle.generateKey(ed25519, true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair),
  importSigningKey: async (pkcs8) => {
    const key = await orUndefined(subtle.importKey('pkcs8', own(pkcs8), ed25519, true, ['sign']))
    if (!key) return undefined
    return {
      publicKey: await bytesOf(subtle.exportKey('raw', await publicHalf(key, ed25519, ['verify']))),
      sign: (message) => bytesOf(subtle.sign(ed25519, key, own(message))),
    }
  },
  verifyEd25519: async (publicKey, message, signature) => {
    const key = await orUndefined(subtle.importKey('raw', own(publicKey), ed25519, false, ['verify']))
    return key !== undefined && subtle.verify(ed25519, key, own(signature), own(message))
  },
}

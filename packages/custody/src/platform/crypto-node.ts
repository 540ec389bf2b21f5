import {
  constants,
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import { encodeBase64Url } from '../base64.ts'
import { ed25519Raw, ed25519Spki, p256Point, p256Spki } from './der.ts'
import { type AeadKey, type ClientPrivateKey, type PlatformCrypto, smallestRsaBits } from './platform-crypto.ts'

const tagBytes = 16
const keyWrapIv = Buffer.alloc(8, 0xa6)

/** The same memory as a plain Uint8Array. A Buffer would surprise callers, because its `slice` does not copy. */
const bare = (buffer: Buffer): Uint8Array => new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length)

const orUndefined = <T>(attempt: () => T): T | undefined => {
  try {
    return attempt()
  } catch {
    return undefined
  }
}

const spkiOf = (key: KeyObject): Uint8Array => bare(key.export({ type: 'spki', format: 'der' }))

const keyIdOf = (spki: Uint8Array): string => encodeBase64Url(createHash('sha256').update(spki).digest())

/** From PEM: Node finds out by exceptions what DER in an object is, which takes longer than reading the key. */
const publicKeyOf = (spki: Uint8Array): KeyObject =>
  createPublicKey(`-----BEGIN PUBLIC KEY-----\n${Buffer.from(spki).toString('base64')}\n-----END PUBLIC KEY-----\n`)

const privateKeyOf = (pkcs8: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' })

const isP256 = (key: KeyObject): boolean =>
  key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1'

const isUsableRsa = (key: KeyObject): boolean =>
  key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= smallestRsaBits

const oaep = (key: KeyObject) => ({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' })

const p256Pair = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  return { publicKey, privateKey }
}

const der = (pair: { publicKey: KeyObject; privateKey: KeyObject }) => ({
  publicKey: spkiOf(pair.publicKey),
  privateKey: bare(pair.privateKey.export({ type: 'pkcs8', format: 'der' })),
})

const aeadKey = (raw: Uint8Array): AeadKey => {
  const key = createSecretKey(raw)
  return {
    seal(nonce, associatedData, plain) {
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
      cipher.setAAD(associatedData)
      const ciphertext = cipher.update(plain)
      cipher.final()
      return bare(Buffer.concat([ciphertext, cipher.getAuthTag()]))
    },
    open(nonce, associatedData, sealed) {
      const tagStart = sealed.length - tagBytes
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
      decipher.setAAD(associatedData)
      decipher.setAuthTag(sealed.subarray(tagStart))
      const plain = decipher.update(sealed.subarray(0, tagStart))
      return orUndefined(() => {
        decipher.final()
        return bare(plain)
      })
    },
  }
}

const p256PrivateKey = (key_id: string, privateKey: KeyObject): ClientPrivateKey => ({
  key_id,
  kind: 'P-256',
  agree: (ephemeral) =>
    orUndefined(() => bare(diffieHellman({ privateKey, publicKey: publicKeyOf(p256Spki(ephemeral)) }))),
})

const rsaPrivateKey = (key_id: string, privateKey: KeyObject): ClientPrivateKey => ({
  key_id,
  kind: 'RSA',
  decrypt: (encrypted) => orUndefined(() => bare(privateDecrypt(oaep(privateKey), encrypted))),
})

/** The platform's cryptography with synchronous node:crypto. */
export const platform: PlatformCrypto = {
  randomBytes: (length) => bare(randomBytes(length)),
  createSha256: () => {
    const hash = createHash('sha256')
    return { update: (bytes) => void hash.update(bytes), digest: () => bare(hash.digest()) }
  },
  // With secrets as key objects, for the same reason as in `publicKeyOf`: here and below, bytes take twice as long.
  hkdfSha256: (secret, salt, info, length) =>
    new Uint8Array(hkdfSync('sha256', createSecretKey(secret), salt, info, length)),
  importAeadKey: aeadKey,
  wrapKey: (wrappingKey, key) => {
    const cipher = createCipheriv('id-aes256-wrap', createSecretKey(wrappingKey), keyWrapIv)
    return bare(Buffer.concat([cipher.update(key), cipher.final()]))
  },
  unwrapKey: (wrappingKey, wrapped) =>
    orUndefined(() => {
      const decipher = createDecipheriv('id-aes256-wrap', createSecretKey(wrappingKey), keyWrapIv)
      return bare(Buffer.concat([decipher.update(wrapped), decipher.final()]))
    }),
  generateP256: () => der(p256Pair()),
  importPublicKey: (spki) => {
    const publicKey = orUndefined(() => publicKeyOf(spki))
    if (!publicKey) return undefined
    const key_id = keyIdOf(spkiOf(publicKey))
    if (isP256(publicKey)) {
      return {
        key_id,
        kind: 'P-256',
        agree: () => {
          const own = p256Pair()
          const shared = bare(diffieHellman({ privateKey: own.privateKey, publicKey }))
          return { ephemeral: p256Point(spkiOf(own.publicKey)), shared }
        },
      }
    }
    if (isUsableRsa(publicKey)) {
      return { key_id, kind: 'RSA', encrypt: (dek) => bare(publicEncrypt(oaep(publicKey), dek)) }
    }
  },
  importPrivateKey: (pkcs8) => {
    const privateKey = orUndefined(() => privateKeyOf(pkcs8))
    if (!privateKey) return undefined
    const key_id = keyIdOf(spkiOf(createPublicKey(privateKey)))
    if (isP256(privateKey)) return p256PrivateKey(key_id, privateKey)
    if (isUsableRsa(privateKey)) return rsaPrivateKey(key_id, privateKey)
  },
  generateEd25519: () => der(generateKeyPairSync('ed25519')),
  importSigningKey: (pkcs8) => {
    const privateKey = orUndefined(() => privateKeyOf(pkcs8))
    if (privateKey?.asymmetricKeyType !== 'ed25519') return undefined
    return {
      publicKey: ed25519Raw(spkiOf(createPublicKey(privateKey))),
      sign: (message) => bare(sign(null, message, privateKey)),
    }
  },
  verifyEd25519: (publicKey, message, signature) =>
    orUndefined(() => verify(null, message, publicKeyOf(ed25519Spki(publicKey)), signature)) ?? false,
}

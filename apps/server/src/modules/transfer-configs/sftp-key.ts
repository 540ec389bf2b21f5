import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { signingKeyFromSeed } from '../../platform/keys/index.ts'

const keyType = 'ssh-ed25519'
const blockSize = 8

/** The seed of a new Ed25519 key, 32 bytes. */
export const newSftpSeed = (): Buffer => {
  const { d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return Buffer.from(d ?? '', 'base64url')
}

/** The line for `authorized_keys`. */
export const publicKeyLine = (seed: Uint8Array, comment: string): string =>
  [keyType, publicBlob(seed).toString('base64'), comment].join(' ')

/** The private key in the format of OpenSSH (PROTOCOL.key), without a passphrase. */
export const privateKeyFile = (seed: Uint8Array): string => {
  const check = randomBytes(4)
  const keys = [
    check,
    check,
    text(keyType),
    field(publicKey(seed)),
    field(Buffer.concat([seed, publicKey(seed)])),
    text(''),
  ]
  const length = keys.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const padding = Buffer.from(
    Array.from({ length: (blockSize - (length % blockSize)) % blockSize }, (_, place) => place + 1),
  )
  const file = [
    Buffer.from('openssh-key-v1\0'),
    ...['none', 'none', ''].map(text),
    uint32(1),
    field(publicBlob(seed)),
    field(Buffer.concat([...keys, padding])),
  ]
  const lines =
    Buffer.concat(file)
      .toString('base64')
      .match(/.{1,70}/g) ?? []
  return ['-----BEGIN OPENSSH PRIVATE KEY-----', ...lines, '-----END OPENSSH PRIVATE KEY-----', ''].join('\n')
}

const publicKey = (seed: Uint8Array): Buffer => Buffer.from(signingKeyFromSeed(seed).publicJwk.x, 'base64url')

const publicBlob = (seed: Uint8Array): Buffer => Buffer.concat([text(keyType), field(publicKey(seed))])

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const field = (bytes: Uint8Array): Buffer => Buffer.concat([uint32(bytes.byteLength), bytes])

const text = (value: string): Buffer => field(Buffer.from(value))

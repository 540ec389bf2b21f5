import { createPublicKey, type KeyObject, randomBytes } from 'node:crypto'

/** The last 32 bytes of an Ed25519 public key in DER. */
const rawPublicKey = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32)

const asString = (value: Buffer | string): Buffer => {
  const bytes = Buffer.from(value)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** The line of an Ed25519 key for `authorized_keys`. */
export const openSshPublicKey = (key: KeyObject, comment = 'holdfast'): string => {
  const blob = Buffer.concat([asString('ssh-ed25519'), asString(rawPublicKey(key))])
  return `ssh-ed25519 ${blob.toString('base64')} ${comment}`
}

/** An Ed25519 private key in the format of OpenSSH, not encrypted: the only one that ssh2 reads for this type. */
export const openSshPrivateKey = (key: KeyObject): string => {
  const publicKey = rawPublicKey(key)
  const seed = key.export({ type: 'pkcs8', format: 'der' }).subarray(-32)
  const check = randomBytes(4)
  const secret = Buffer.concat([
    check,
    check,
    asString('ssh-ed25519'),
    asString(publicKey),
    asString(Buffer.concat([seed, publicKey])),
    asString('holdfast'),
  ])
  const padding = Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]).subarray(0, (8 - (secret.length % 8)) % 8)
  const file = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    asString('none'),
    asString('none'),
    asString(''),
    Buffer.from([0, 0, 0, 1]),
    asString(Buffer.concat([asString('ssh-ed25519'), asString(publicKey)])),
    asString(Buffer.concat([secret, padding])),
  ])
  const lines = file.toString('base64').match(/.{1,70}/g) ?? []
  return ['-----BEGIN OPENSSH PRIVATE KEY-----', ...lines, '-----END OPENSSH PRIVATE KEY-----', ''].join('\n')
}

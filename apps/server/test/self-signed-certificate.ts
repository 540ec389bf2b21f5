import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'

export interface ServerCertificate {
  cert: string
  key: string
}

const element = (tag: number, ...contents: Uint8Array[]): Buffer => {
  const content = Buffer.concat(contents)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...contents: Uint8Array[]) => element(0x30, ...contents)
const utcTime = (time: Date) => element(0x17, Buffer.from(`${time.toISOString().replace(/\D/g, '').slice(2, 14)}Z`))

// Object identifiers in their DER encoding.
const ecdsaWithSha256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'))
const commonName = Buffer.from('0603550403', 'hex')
const subjectAltName = Buffer.from('0603551d11', 'hex')
const basicConstraints = Buffer.from('0603551d13', 'hex')

const hourMs = 60 * 60 * 1000

/** A certificate for https on 127.0.0.1, valid for an hour (RFC 5280). Clients must be configured to trust it. */
export const selfSignedCertificate = (now = new Date()): ServerCertificate => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  // A unique name: of two authorities with the same name, OpenSSL may try the wrong one.
  const name = sequence(element(0x31, sequence(commonName, element(0x0c, Buffer.from(randomUUID())))))
  const address = element(0x87, Buffer.from([127, 0, 0, 1]))
  const extensions = sequence(
    sequence(subjectAltName, element(0x04, sequence(address))),
    sequence(basicConstraints, element(0x04, sequence(element(0x01, Buffer.from([0xff]))))),
  )
  const body = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(utcTime(new Date(now.getTime() - hourMs)), utcTime(new Date(now.getTime() + hourMs))),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    element(0xa3, extensions),
  )
  const signature = element(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  const der = sequence(body, ecdsaWithSha256, signature)
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  }
}

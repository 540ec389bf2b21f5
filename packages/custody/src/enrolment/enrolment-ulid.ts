import { platform } from '#crypto'
import { decodeBase64Url, encodeBase64Url } from '../base64.ts'
import { concatBytes } from '../bytes.ts'
import { EnvelopeError } from '../envelope/envelope-error.ts'
import { lengthPrefixed } from '../length-prefixed.ts'

/** What handset and server both know when a handset authenticates. */
export interface EnrolmentContext {
  /** The account's enrolment secret: base64url of 32 bytes. Device management installs it on the handset. */
  enrolment_secret: string
  client: string
  device_reference: string
}

const version = 0x01
const nonceBytes = 12
const ulidBytes = 26
const sealedBytes = 1 + nonceBytes + ulidBytes + 16
const info = new TextEncoder().encode('holdfast enrolment v1')
const noSalt = new Uint8Array(0)
const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

const enrolmentKey = async (enrolment_secret: string) => {
  const secret = decodeBase64Url(enrolment_secret)
  if (secret?.length !== 32) {
    throw new EnvelopeError('envelope.malformed', 'An enrolment secret is base64url of 32 bytes')
  }
  return platform.importAeadKey(await platform.hkdfSha256(secret, noSalt, info, 32))
}

const associatedData = ({ client, device_reference }: EnrolmentContext): Uint8Array => {
  const data = lengthPrefixed([client, device_reference])
  if (!data) throw new EnvelopeError('envelope.malformed', 'Enrolment needs a client and a device_reference')
  return data
}

/** Like `sealEnrolmentUlid`, with a given nonce: only for test vectors. */
export const sealEnrolmentUlidWith = async (
  nonce: Uint8Array,
  { ulid, ...context }: EnrolmentContext & { ulid: string },
): Promise<string> => {
  if (!ulidPattern.test(ulid)) throw new EnvelopeError('envelope.malformed', 'Not a ULID of 26 uppercase characters')
  const key = await enrolmentKey(context.enrolment_secret)
  const sealed = await key.seal(nonce, associatedData(context), new TextEncoder().encode(ulid))
  return encodeBase64Url(concatBytes(Uint8Array.of(version), nonce, sealed))
}

/**
 * `ulid_encrypted` of a device authentication: a new ULID of the handset, sealed with the account's enrolment secret.
 * base64url of version 1, nonce 12, ciphertext 26, tag 16.
 *
 * @throws EnvelopeError malformed
 */
export const sealEnrolmentUlid = (enrolment: EnrolmentContext & { ulid: string }): Promise<string> =>
  sealEnrolmentUlidWith(platform.randomBytes(nonceBytes), enrolment)

/**
 * The ULID of a handset that knows the secret. The caller must check that it is fresh and was not seen before.
 *
 * @throws EnvelopeError malformed; tampered for any other secret, client, device or bytes
 */
export const openEnrolmentUlid = async ({
  ulid_encrypted,
  ...context
}: EnrolmentContext & { ulid_encrypted: string }): Promise<string> => {
  const bytes = decodeBase64Url(ulid_encrypted)
  if (bytes?.length !== sealedBytes || bytes[0] !== version) {
    throw new EnvelopeError('envelope.malformed', 'ulid_encrypted is not of version 1')
  }
  const key = await enrolmentKey(context.enrolment_secret)
  const bodyStart = 1 + nonceBytes
  const plain = await key.open(bytes.subarray(1, bodyStart), associatedData(context), bytes.subarray(bodyStart))
  if (!plain) throw new EnvelopeError('envelope.tampered', 'ulid_encrypted was not sealed for this device and client')
  const ulid = new TextDecoder().decode(plain)
  if (!ulidPattern.test(ulid)) throw new EnvelopeError('envelope.malformed', 'What was sealed is no ULID')
  return ulid
}

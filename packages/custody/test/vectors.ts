import { createHash, createPrivateKey, createPublicKey, diffieHellman, hkdfSync } from 'node:crypto'
import { sealEnrolmentUlidWith } from '../src/enrolment/enrolment-ulid.ts'
import { deriveKeys } from '../src/envelope/header.ts'
import { associatedData } from '../src/envelope/recording-context.ts'
import { sealSegments } from '../src/envelope/seal-segments.ts'
import { wrapByAgreement } from '../src/envelope/wrapped-dek.ts'
import { importPublicKey, unwrapDek } from '../src/index.ts'
import { lengthPrefixed } from '../src/length-prefixed.ts'
import { collect, inChunks } from './recordings.ts'
import { vectorInputs } from './vector-inputs.ts'

const fromHex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'))
const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** Content of a vector: byte number i is i modulo 251. */
export const vectorContent = (size: number): Uint8Array => Uint8Array.from({ length: size }, (_, at) => at % 251)

/** The vectors hold sealed objects of up to this many bytes in full, and size and checksum of larger ones. */
const shownBytes = 100

const sealedVector = async (size: number) => {
  const { dek, iv, ...context } = vectorInputs.recording
  const secrets = { dek: fromHex(dek), iv: fromHex(iv) }
  const sealed = await collect(sealSegments(inChunks(vectorContent(size)), context, secrets))
  return {
    content_size: size,
    ...(sealed.length <= shownBytes ? { sealed: toHex(sealed) } : {}),
    size: sealed.length,
    checksum: createHash('sha256').update(sealed).digest('hex'),
  }
}

const p256Wrapping = async () => {
  const { public_key, private_key } = vectorInputs.p256
  const { key_id } = await importPublicKey(public_key)
  const ephemeralKey = createPrivateKey(vectorInputs.ephemeral.private_key)
  const ephemeral = createPublicKey(ephemeralKey).export({ type: 'spki', format: 'der' }).subarray(-65)
  const shared = diffieHellman({ privateKey: ephemeralKey, publicKey: createPublicKey(public_key) })
  const dek = fromHex(vectorInputs.recording.dek)
  return {
    public_key,
    private_key,
    key_id,
    ephemeral_private_key: vectorInputs.ephemeral.private_key,
    ephemeral_public_key: toHex(ephemeral),
    shared_secret: toHex(shared),
    dek: toHex(dek),
    encrypted_dek: await wrapByAgreement(dek, key_id, { ephemeral, shared }),
  }
}

const rsaWrapping = async () => {
  const { public_key, private_key, encrypted_dek } = vectorInputs.rsa
  const { key_id } = await importPublicKey(public_key)
  return { public_key, private_key, key_id, dek: toHex(await unwrapDek(encrypted_dek, private_key)), encrypted_dek }
}

/** The content of docs/test-vectors/recording-envelope.json, derived by the product's code. */
export const recordingVectors = async () => {
  const { dek, iv, ...context } = vectorInputs.recording
  const { header } = await deriveKeys(fromHex(dek), fromHex(iv))
  const encryptionInfo = 'holdfast recording envelope v1 encryption'
  return {
    about: 'docs/recording-envelope.md. Bytes are hexadecimal, unless the document says base64url.',
    content: 'Byte number i of every content is i modulo 251.',
    wrapping_p256: await p256Wrapping(),
    wrapping_rsa: await rsaWrapping(),
    recording: {
      ...context,
      dek,
      iv_bytes: iv,
      iv: Buffer.from(iv, 'hex').toString('base64url'),
      associated_data: toHex(associatedData(context)),
      encryption_key: toHex(
        new Uint8Array(hkdfSync('sha256', fromHex(dek), header.subarray(0, 12), encryptionInfo, 32)),
      ),
      header: toHex(header),
      sealed: await Promise.all(vectorInputs.sizes.map(sealedVector)),
    },
  }
}

/** The content of docs/test-vectors/enrolment-ulid.json, derived by the product's code. */
export const enrolmentVectors = async () => {
  const { nonce, ...enrolment } = vectorInputs.enrolment
  const secret = Buffer.from(enrolment.enrolment_secret, 'base64url')
  return {
    about:
      "docs/recording-envelope.md, 'The enrolment ULID'. Bytes are hexadecimal, unless the document says base64url.",
    ...enrolment,
    nonce,
    key: toHex(new Uint8Array(hkdfSync('sha256', secret, '', 'holdfast enrolment v1', 32))),
    associated_data: toHex(lengthPrefixed([enrolment.client, enrolment.device_reference]) ?? new Uint8Array(0)),
    ulid_encrypted: await sealEnrolmentUlidWith(fromHex(nonce), enrolment),
  }
}

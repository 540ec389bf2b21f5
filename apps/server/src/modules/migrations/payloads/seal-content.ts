import { createHash, randomBytes } from 'node:crypto'
import { limits } from '@holdfast/contract'
import { measured, sealStream } from '@holdfast/custody'
import type { PublicKeyRecord } from '../../../core/accounts/index.ts'
import type { Platform } from '../../../core/platform.ts'
import { say } from '../../migration-files/index.ts'
import { belongsInTable, type Seal } from '../../payloads/index.ts'
import { partObjectKey, sealedObjectKey } from '../../uploads/index.ts'
import { noteSealed, type Worker } from './sealed-objects.ts'

/** Legacy content as it is stored: sealed as a handset seals it. */
export interface SealedLegacy {
  seal: { [K in keyof Seal]: NonNullable<Seal[K]> }
  content: { checksum: string } & ({ sealed: Buffer } | { s3_path: string })
  /** SHA-256 of the legacy file. */
  sha256: string
  /** Size of the legacy file. */
  bytes: number
}

interface Recording {
  payload_reference: string
  payload_type: string
  device_reference: string
}

/** Content that is not what the row says, or is missing. */
export class ContentNotAvailable extends Error {
  override readonly name = 'ContentNotAvailable'
}

/** Counts and hashes the bytes that pass through. */
const fingerprinted = (content: AsyncIterable<Uint8Array>) => {
  const hash = createHash('sha256')
  let bytes = 0
  async function* pass() {
    for await (const chunk of content) {
      hash.update(chunk)
      bytes += chunk.length
      if (bytes > limits.maxPayloadBytes) throw new ContentNotAvailable(say('file_large'))
      yield chunk
    }
  }
  return { content: pass(), measure: () => ({ sha256: hash.digest('hex'), bytes }) }
}

const assertFingerprint = (sha256: string, expected: string | null): void => {
  if (expected !== null && sha256 !== expected) {
    throw new ContentNotAvailable(say('file_differs', { sha256 }))
  }
}

/** @throws ContentNotAvailable if the content is not what the row says */
export const checkContent = async (content: AsyncIterable<Uint8Array>, expected: string | null): Promise<void> => {
  const { content: read, measure } = fingerprinted(content)
  for await (const _ of read);
  const { sha256, bytes } = measure()
  if (bytes === 0) throw new ContentNotAvailable(say('file_empty'))
  assertFingerprint(sha256, expected)
}

/**
 * Seals legacy content to the account's key. What is too large for the table is stored as an object at once.
 * @throws ContentNotAvailable if the content is not what the row says
 */
export const sealContent = async (
  { objects, database }: Pick<Platform, 'objects' | 'database'>,
  worker: Worker,
  recording: Recording,
  { content, expected, key }: { content: AsyncIterable<Uint8Array>; expected: string | null; key: PublicKeyRecord },
): Promise<SealedLegacy> => {
  const { client } = worker
  const { payload_reference } = recording
  const legacy = fingerprinted(content)
  const { content: stream, ...sealed } = await sealStream(legacy.content, { ...recording, public_key: key.public_key })
  const measuring = measured(stream)
  const temporary = partObjectKey(client, payload_reference, 0, randomBytes(32).toString('hex'))
  const small = await store({ objects }, temporary, measuring.content)
  const { sha256, bytes } = legacy.measure()
  const { checksum, size } = measuring.measure()
  try {
    if (bytes === 0) throw new ContentNotAvailable(say('file_empty'))
    assertFingerprint(sha256, expected)
  } catch (error) {
    if (small === null) await objects.delete(temporary)
    throw error
  }
  const seal = { ...sealed, checksum, size }
  if (small !== null) return { seal, content: { checksum, sealed: small }, sha256, bytes }
  const s3_path = sealedObjectKey(client, payload_reference, checksum)
  await noteSealed({ database }, worker, { payload_reference, object_key: s3_path })
  await objects.move(temporary, s3_path)
  return { seal, content: { checksum, s3_path }, sha256, bytes }
}

/** Keeps what is small, and stores the rest. @returns the bytes that are not stored */
const store = async (
  { objects }: Pick<Platform, 'objects'>,
  key: string,
  content: AsyncIterable<Uint8Array>,
): Promise<Buffer | null> => {
  const chunks = content[Symbol.asyncIterator]()
  const kept: Uint8Array[] = []
  let size = 0
  for (;;) {
    const next = await chunks.next()
    if (next.done) return Buffer.concat(kept)
    kept.push(next.value)
    size += next.value.length
    if (!belongsInTable({ s3_path: null }, size)) break
  }
  async function* all() {
    yield* kept
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  await objects.put(key, all())
  return null
}

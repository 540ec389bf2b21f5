import { createHash } from 'node:crypto'
import { type PayloadState, ProductError } from '@holdfast/contract'
import type { Platform } from '../../core/platform.ts'
import type { PayloadRow, TenantTransaction } from '../../platform/database/index.ts'
import { ObjectNotFound, type Objects } from '../../platform/objects/index.ts'
import { findPayload, lockPayload } from '../payloads/index.ts'
import { sealedObjectKey } from './object-keys.ts'
import { arrivedBytes, deleteParts, partsOf, type StoredPart } from './upload-parts.ts'
import { isUploadable } from './uploadable.ts'

/** An upload whose parts were assembled: all sealed bytes are at `s3_path`. */
export interface Assembled {
  s3_path: string
  parts: readonly StoredPart[]
}

type UploadPlatform = Pick<Platform, 'database' | 'objects'>

const underWay = new Map<string, Promise<Assembled | null>>()

/**
 * Assembles the parts of an upload, if all have arrived, and makes the result durable. Concurrent callers get the
 * same result. If the bytes are not the registered ones, they are dropped and the upload starts again.
 * @returns `null` if there is nothing to assemble: parts are missing or it was done before
 * @throws ProductError payload.checksum_mismatch, upload.wrong_offset if the store has lost a part
 */
export const assembleUpload = (
  platform: UploadPlatform,
  client: string,
  payload_reference: string,
): Promise<Assembled | null> => {
  const key = `${client}/${payload_reference}`
  const assembling =
    underWay.get(key) ?? assemble(platform, client, payload_reference).finally(() => underWay.delete(key))
  underWay.set(key, assembling)
  return assembling
}

const assemble = async (
  platform: UploadPlatform,
  client: string,
  payload_reference: string,
): Promise<Assembled | null> => {
  const upload = await platform.database.read(client, (tx) => wholeUpload(tx, payload_reference))
  if (!upload) return null
  const { payload, parts, checksum, size } = upload
  const s3_path = sealedObjectKey(client, payload_reference, checksum)
  try {
    await placeObject(platform.objects, { s3_path, parts, checksum, size, replace: payload.payload_state === 'Failed' })
  } catch (error) {
    const isLost = error instanceof ObjectNotFound
    // An interrupted attempt, or another process, has already assembled it.
    if (isLost && (await platform.objects.head(s3_path))?.bytes === size) return { s3_path, parts }
    const isWrong = error instanceof ProductError && error.code === 'payload.checksum_mismatch'
    if (isLost || isWrong) await restartUpload(platform, client, payload_reference, parts)
    throw isLost ? new ProductError('upload.wrong_offset', { offset: 0 }) : error
  }
  return { s3_path, parts }
}

const wholeUpload = async (tx: TenantTransaction, payload_reference: string) => {
  const payload: PayloadRow | undefined = await findPayload(tx, payload_reference)
  if (!payload || !isUploadable(payload.payload_state as PayloadState)) return null
  const { checksum, size } = payload
  if (checksum === null || size === null) return null
  const parts = await partsOf(tx, payload_reference)
  return arrivedBytes(parts) === size ? { payload, parts, checksum, size } : null
}

interface ObjectPlacement extends Assembled {
  checksum: string
  size: number
  /** Whether to replace an existing object: that of a Failed payload is not trusted. */
  replace: boolean
}

const placeObject = async (
  objects: Objects,
  { s3_path, parts, checksum, size, replace }: ObjectPlacement,
): Promise<void> => {
  const [first, ...others] = parts
  if (first && others.length === 0) {
    if (first.sha256 !== checksum) throw new ProductError('payload.checksum_mismatch')
    return objects.move(first.object_key, s3_path)
  }
  await objects.put(s3_path, checked(objects, parts, checksum), { bytes: size, ifAbsent: !replace })
}

/** The parts as one stream, which fails at its end if it does not have the registered checksum. */
async function* checked(objects: Objects, parts: readonly StoredPart[], checksum: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for (const { object_key } of parts) {
    for await (const chunk of await objects.get(object_key)) {
      hash.update(chunk)
      yield chunk
    }
  }
  if (hash.digest('hex') !== checksum) throw new ProductError('payload.checksum_mismatch')
}

const restartUpload = async (
  { database, objects }: UploadPlatform,
  client: string,
  payload_reference: string,
  parts: readonly StoredPart[],
): Promise<void> => {
  await database.transaction(client, async (tx) => {
    await lockPayload(tx, payload_reference)
    await deleteParts(tx, payload_reference, parts)
  })
  await discardParts(objects, parts)
}

export const discardParts = async (objects: Objects, parts: readonly StoredPart[]): Promise<void> => {
  for (const { object_key } of parts) await objects.delete(object_key)
}

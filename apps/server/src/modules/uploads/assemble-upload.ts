import { createHash } from 'node:crypto'
import { type PayloadState, ProductError } from '@holdfast/contract'
import type { Platform } from '../../core/platform.ts'
import type { PayloadRow, TenantTransaction } from '../../platform/database/index.ts'
import { ObjectNotFound, type Objects } from '../../platform/objects/index.ts'
import { belongsInTable, findPayload, lockPayload } from '../payloads/index.ts'
import { sealedObjectKey } from './object-keys.ts'
import { arrivedBytes, deleteParts, partsOf, type StoredPart } from './upload-parts.ts'
import { isUploadable } from './uploadable.ts'

/**
 * All sealed bytes of an upload: durable as the object at `s3_path`, or for the table, in the transaction that records them.
 * `checksum`: of these bytes; the handset may have sealed the recording again since.
 */
export type WholeContent = { checksum: string } & ({ s3_path: string } | { sealed: Buffer })

/** An upload whose parts were assembled. The parts are still stored. */
export interface Assembled {
  content: WholeContent
  parts: readonly StoredPart[]
}

type UploadPlatform = Pick<Platform, 'database' | 'objects'>

const underWay = new Map<string, Promise<Assembled | null>>()

/**
 * Assembles the parts of an upload, if all have arrived. An object is durable afterwards. Concurrent callers get the
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
  try {
    const content = belongsInTable(payload, size)
      ? { checksum, sealed: await readParts(platform.objects, parts, checksum) }
      : { checksum, s3_path: await assembleObject(platform.objects, client, upload) }
    return { content, parts }
  } catch (error) {
    const isLost = error instanceof ObjectNotFound
    const isWrong = error instanceof ProductError && error.code === 'payload.checksum_mismatch'
    if (isLost || isWrong) await restartUpload(platform, client, payload_reference, parts)
    throw isLost ? new ProductError('upload.wrong_offset', { offset: 0 }) : error
  }
}

interface WholeUpload {
  payload: PayloadRow
  parts: readonly StoredPart[]
  checksum: string
  size: number
}

const wholeUpload = async (tx: TenantTransaction, payload_reference: string): Promise<WholeUpload | null> => {
  const payload: PayloadRow | undefined = await findPayload(tx, payload_reference)
  if (!payload || !isUploadable(payload.payload_state as PayloadState)) return null
  const { checksum, size } = payload
  if (checksum === null || size === null) return null
  const parts = await partsOf(tx, payload_reference)
  return arrivedBytes(parts) === size ? { payload, parts, checksum, size } : null
}

/** @returns the key of the object */
const assembleObject = async (objects: Objects, client: string, upload: WholeUpload): Promise<string> => {
  const s3_path = sealedObjectKey(client, upload.payload.payload_reference, upload.checksum)
  try {
    await placeObject(objects, s3_path, upload)
  } catch (error) {
    // An interrupted attempt, or another process, has already assembled it.
    const isThere = error instanceof ObjectNotFound && (await objects.head(s3_path))?.bytes === upload.size
    if (!isThere) throw error
  }
  return s3_path
}

const placeObject = async (
  objects: Objects,
  s3_path: string,
  { payload, parts, checksum, size }: WholeUpload,
): Promise<void> => {
  const [first, ...others] = parts
  if (first && others.length === 0) {
    if (first.sha256 !== checksum) throw new ProductError('payload.checksum_mismatch')
    return objects.move(first.object_key, s3_path)
  }
  // The object of a Failed payload is not trusted.
  const ifAbsent = payload.payload_state !== 'Failed'
  await objects.put(s3_path, checked(objects, parts, checksum), { bytes: size, ifAbsent })
}

const readParts = async (objects: Objects, parts: readonly StoredPart[], checksum: string): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of checked(objects, parts, checksum)) chunks.push(chunk)
  return Buffer.concat(chunks)
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

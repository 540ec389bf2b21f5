import { createHash } from 'node:crypto'
import { type ClientPublicKey, generateClientKeyPair, importPublicKey, sealBytes } from '@holdfast/custody'
import { belongsInTable, type ClientKeys, type Database, type Objects, sealedObjectKey } from '@holdfast/server'
import type { PlannedPayload } from './planned-payload.ts'

/** The columns of a payload's row that describe its sealed bytes. */
export interface SealedColumns {
  key_id: string
  encrypted_dek: string
  iv: string
  checksum: string
  size: number
  s3_path: string | null
  is_content_in_table: boolean
}

export interface Sealed {
  columns: SealedColumns
  /** The bytes to write with the row; `null` if they are in the object store, or were not uploaded. */
  forTable: Buffer | null
}

/** The public keys that a customer's handsets seal to: the customer's own, and one that the customer never had. */
export interface SealingKeys {
  key_id: string
  own: ClientPublicKey
  foreign: ClientPublicKey
}

export const sealingKeys = async (database: Database, clientKeys: ClientKeys, client: string): Promise<SealingKeys> => {
  const current = await database.read(client, (tx) => clientKeys.currentPublicKey(tx))
  if (!current) throw new Error(`${client} has no key to seal to`)
  const { public_key } = await generateClientKeyPair()
  return {
    key_id: current.key_id,
    own: await importPublicKey(current.public_key),
    foreign: await importPublicKey(public_key),
  }
}

/** Seals the content as its handset would, and damages it if that is planned. If it was uploaded and is large, stores it. */
export const sealContent = async (
  objects: Objects,
  client: string,
  keys: SealingKeys,
  payload: PlannedPayload,
): Promise<Sealed | null> => {
  const { payload_reference, type, state, damage, handset, content, uploaded_at } = payload
  if (!content || state === 'Destroyed') return null
  const { device_reference } = handset
  const public_key = damage === 'wrong_key' ? keys.foreign : keys.own
  const sealed = await sealBytes(content.bytes, { payload_reference, payload_type: type, device_reference, public_key })
  const bytes = damaged(Buffer.from(sealed.content), damage)
  const checksum = damage === 'checksum' ? sealed.checksum : sha256(bytes)
  const { encrypted_dek, iv } = sealed
  const isUploaded = uploaded_at !== null
  const is_content_in_table = isUploaded && belongsInTable({ s3_path: null }, bytes.length)
  const s3_path = isUploaded && !is_content_in_table ? sealedObjectKey(client, payload_reference, checksum) : null
  if (s3_path !== null) await objects.put(s3_path, bytes, { bytes: bytes.length })
  return {
    columns: { key_id: keys.key_id, encrypted_dek, iv, checksum, size: bytes.length, s3_path, is_content_in_table },
    forTable: is_content_in_table ? bytes : null,
  }
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/**
 * `wrong_key` needs no change of the bytes. `checksum` flips a bit after the checksum was computed, as happens in
 * transit or on disk.
 */
const damaged = (bytes: Buffer, damage: PlannedPayload['damage']): Buffer => {
  if (damage === null || damage === 'wrong_key') return bytes
  if (damage === 'truncated') return bytes.subarray(0, bytes.length - Math.min(20, Math.floor(bytes.length / 4)))
  bytes.writeUInt8((bytes.at(-1) ?? 0) ^ 1, bytes.length - 1)
  return bytes
}

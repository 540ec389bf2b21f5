import type { TenantTransaction } from '../../platform/database/index.ts'
import type { ObjectPage } from '../../platform/objects/index.ts'
import { derivedKeysOf, derivedPrefix, readDerivedObjectKey } from '../derived-media/index.ts'
import { contentsOfPayloads, formerSealsOf } from '../payloads/index.ts'
import {
  isPart,
  partKeysOf,
  partsPrefix,
  readPartObjectKey,
  readRecordingObjectKey,
  recordingsPrefix,
  recordObjectsWithoutRows,
  removeAbandonedObject,
  sealedObjectKey,
} from '../uploads/index.ts'
import type { SweepPage } from './sweep-job.ts'

/** References per query. */
const batch = 500

type FoundObject = ObjectPage['objects'][number]

/** Reads the object keys that the database has for these payloads. */
type KnownKeys = (tx: TenantTransaction, references: readonly string[]) => Promise<ReadonlySet<string>>

/**
 * Reports objects in `recordings/` that no payload refers to, and never removes them: their registration may have
 * failed and be repeated, or the database may have been restored from an older backup.
 */
export const sweepRecordingObjects = async (page: SweepPage): Promise<string | null> => {
  const { objects, next } = await page.platform.objects.page(recordingsPrefix(page.client), page)
  const unknown = await unknownAmong(page, objects, readRecordingObjectKey, keysOfRecordings)
  await page.platform.database.transaction(page.client, (tx) => recordObjectsWithoutRows(tx, unknown))
  if (unknown.length > 0) {
    const { client } = page
    page.platform.log.warn({ client, objects: unknown.length }, 'objects of recordings that no row names')
  }
  return next
}

/**
 * Removes parts that two sweeps found without an upload. One sweep is not enough, because a part is stored just
 * before it is recorded.
 */
export const sweepPartObjects = async (page: SweepPage): Promise<string | null> => {
  const { platform, client, signal } = page
  const { objects, next } = await platform.objects.page(partsPrefix(client), page)
  const referenceOf = (key: string) => readPartObjectKey(key)?.payload_reference ?? null
  const unknown = await unknownAmong(page, objects, referenceOf, keysOfParts)
  const abandoned = await platform.database.transaction(client, (tx) => recordObjectsWithoutRows(tx, unknown))
  for (const object_key of abandoned) {
    signal.throwIfAborted()
    await removeAbandonedObject(platform, client, object_key, isPart)
  }
  return next
}

/** Removes what was made from recordings and that two sweeps found without a row: its worker died before it recorded the object. */
export const sweepDerivedObjects = async (page: SweepPage): Promise<string | null> => {
  const { platform, client, signal } = page
  const { objects, next } = await platform.objects.page(derivedPrefix(client), page)
  const keysOf: KnownKeys = async (tx, references) => new Set(await derivedKeysOf(tx, references))
  const hasRow = async (tx: TenantTransaction, key: string) =>
    (await keysOf(tx, [readDerivedObjectKey(key) ?? ''])).has(key)
  const unknown = await unknownAmong(page, objects, readDerivedObjectKey, keysOf)
  const abandoned = await platform.database.transaction(client, (tx) => recordObjectsWithoutRows(tx, unknown))
  for (const object_key of abandoned) {
    signal.throwIfAborted()
    await removeAbandonedObject(platform, client, object_key, hasRow)
  }
  return next
}

const unknownAmong = async (
  { platform, client }: SweepPage,
  objects: readonly FoundObject[],
  referenceOf: (key: string) => string | null,
  knownKeys: KnownKeys,
): Promise<FoundObject[]> => {
  const references = [...new Set(objects.flatMap(({ key }) => referenceOf(key) ?? []))]
  const known = new Set<string>()
  for (let start = 0; start < references.length; start += batch) {
    const some = references.slice(start, start + batch)
    for (const key of await platform.database.read(client, (tx) => knownKeys(tx, some))) known.add(key)
  }
  return objects.filter(({ key }) => !known.has(key))
}

/** Includes the key that a payload's checksum gives, since an upload may be complete but not recorded yet. */
const keysOfRecordings: KnownKeys = async (tx, references) => {
  const rows = [...(await contentsOfPayloads(tx, references)), ...(await formerSealsOf(tx, references))]
  const keys = rows.flatMap(({ payload_reference, checksum, s3_path }) => [
    ...(checksum === null ? [] : [sealedObjectKey(tx.client, payload_reference, checksum)]),
    ...(s3_path === null ? [] : [s3_path]),
  ])
  return new Set(keys)
}

const keysOfParts: KnownKeys = async (tx, references) => new Set(await partKeysOf(tx, references))

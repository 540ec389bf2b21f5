import { createHash, randomBytes } from 'node:crypto'
import { maxMigrationPartBytes, ProductError } from '@holdfast/contract'
import { openStream, sealStream } from '@holdfast/custody'
import type { Selectable } from 'kysely'
import type { Platform } from '../../../core/platform.ts'
import type { Tables, TenantTransaction } from '../../../platform/database/index.ts'
import { openDataKey } from '../../payloads/index.ts'

export type ExportPart = Selectable<Tables['legacy_export_parts']>

/** The place of a part in a file of an export. */
export interface PartPlace {
  folder: string
  file_name: string
  part: number
  parts: number
}

/** Key prefix of the exports of an account. */
export const exportsPrefix = (client: string): string => `migrations/${client}/`

/** Key prefix of the sealed parts of an export. Folders that customers name have no dot: these are no exports of theirs. */
export const partsPrefix = (client: string, folder: string): string => `${exportsPrefix(client)}${folder}.parts/`

const partsFolder = (client: string, { folder, file_name }: Pick<PartPlace, 'folder' | 'file_name'>): string =>
  `${partsPrefix(client, folder)}${createHash('sha256').update(file_name).digest('hex').slice(0, 32)}`

/** The data to which a sealed part is bound. */
const contextOf = (client: string, { folder, file_name, part }: Omit<PartPlace, 'parts'>) => ({
  payload_reference: createHash('sha256')
    .update(JSON.stringify([client, folder, file_name, part]))
    .digest('hex')
    .slice(0, 32),
  payload_type: 'migration/part',
  device_reference: folder,
})

/**
 * Seals a part of a file to the account's key and stores it. Its row is stored by `savePart`.
 * @throws ProductError `migration.part_too_large`, `server.dependency_down` for an account without a key
 */
export const sealExportPart = async (
  { database, clientKeys, objects }: Pick<Platform, 'database' | 'clientKeys' | 'objects'>,
  client: string,
  place: PartPlace,
  content: AsyncIterable<Uint8Array>,
): Promise<Omit<ExportPart, 'client' | 'created_at' | 'created_by'>> => {
  const key = await database.read(client, (tx) => clientKeys.currentPublicKey(tx))
  if (!key) throw new ProductError('server.dependency_down', { part: 'The key of this account' })
  let bytes = 0
  async function* limited() {
    for await (const chunk of content) {
      bytes += chunk.length
      if (bytes > maxMigrationPartBytes)
        throw new ProductError('migration.part_too_large', { most: maxMigrationPartBytes })
      yield chunk
    }
  }
  const sealed = await sealStream(limited(), { ...contextOf(client, place), public_key: key.public_key })
  const random = randomBytes(8).toString('hex')
  const object_key = `${partsFolder(client, place)}/${place.part}-${random}`
  await objects.put(object_key, sealed.content)
  const { key_id, encrypted_dek, iv } = sealed
  return { ...place, object_key, key_id, encrypted_dek, iv, bytes }
}

/** Stores the row of a part. @returns the keys of objects that are not needed any more */
export const savePart = async (
  tx: TenantTransaction,
  part: Omit<ExportPart, 'client' | 'created_at' | 'created_by'>,
  created_by: string,
): Promise<string[]> => {
  // The parts of a file that had another number of parts belong to another upload.
  const former = await tx.db
    .deleteFrom('legacy_export_parts')
    .where('client', '=', tx.client)
    .where('folder', '=', part.folder)
    .where('file_name', '=', part.file_name)
    .where((eb) => eb.or([eb('part', '=', part.part), eb('parts', '<>', part.parts)]))
    .returning('object_key')
    .execute()
  await tx.db
    .insertInto('legacy_export_parts')
    .values({ client: tx.client, ...part, created_at: tx.now, created_by })
    .execute()
  return former.map(({ object_key }) => object_key)
}

/** The parts of the files of an export, or of all exports, in order. */
export const partsOfExport = (tx: TenantTransaction, folder: string | null): Promise<ExportPart[]> => {
  const all = tx.db.selectFrom('legacy_export_parts').selectAll().where('client', '=', tx.client)
  const some = folder === null ? all : all.where('folder', '=', folder)
  return some.orderBy('folder').orderBy('file_name').orderBy('part').execute()
}

/** Whether a part of an export was uploaded after a moment, also in place of one with the same length. */
export const hasPartsSince = async (tx: TenantTransaction, folder: string, moment: string): Promise<boolean> => {
  const later = await tx.db
    .selectFrom('legacy_export_parts')
    .select('part')
    .where('client', '=', tx.client)
    .where('folder', '=', folder)
    .where('created_at', '>', moment)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

/** Removes rows of parts of an export, at most so many. @returns how many were removed */
export const removeParts = async (tx: TenantTransaction, folder: string, most: number): Promise<number> => {
  const some = tx.db
    .selectFrom('legacy_export_parts')
    .select(['file_name', 'part'])
    .where('client', '=', tx.client)
    .where('folder', '=', folder)
    .limit(most)
  const removed = await tx.db
    .deleteFrom('legacy_export_parts')
    .where('client', '=', tx.client)
    .where('folder', '=', folder)
    .where(({ eb, refTuple }) => eb(refTuple('file_name', 'part'), 'in', some.$asTuple('file_name', 'part')))
    .returning('part')
    .execute()
  return removed.length
}

/** The content of the parts of a file, one after the other. */
export async function* openParts(
  platform: Pick<Platform, 'clientKeys' | 'objects'>,
  parts: readonly ExportPart[],
): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    const dek = await openDataKey(platform, part)
    const context = { ...contextOf(part.client, part), iv: part.iv }
    yield* openStream(await platform.objects.get(part.object_key), dek, context)
  }
}

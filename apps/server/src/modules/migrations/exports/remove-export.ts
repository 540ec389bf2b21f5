import { recordProductActivity } from '../../../core/activities/index.ts'
import type { Job } from '../../../core/jobs.ts'
import type { Platform } from '../../../core/platform.ts'
import { type Removing, removeExportJob } from '../runs/migration-job.ts'
import { findMigration, lockRunsOfExport, type MigrationRecord, notifyOf } from '../runs/migration-record.ts'
import { exportsPrefix, partsPrefix, removeParts } from './export-parts.ts'

const mostAtOnce = 500

/**
 * Removes the files of an export, with all versions that the store has of them. Each step can be repeated: after a kill, the job goes on
 * with what is left. Rows of parts go first, so that no list names a file whose bytes are gone.
 */
export const removeExport: Job<Removing> = {
  definition: removeExportJob,
  async handle({ platform, attempt, signal }, { client, migration_id, ...size }) {
    const begun = await platform.database.read(client, (tx) => findMigration(tx, migration_id))
    if (!begun?.is_removing_export) return
    try {
      await removeRows(platform, begun, signal)
      await removeObjects(platform, begun, signal)
    } catch (error) {
      if (!signal.aborted && attempt >= removeExportJob.maxAttempts) await end(platform, begun, false)
      throw error
    }
    await end(platform, begun, true, size)
  },
}

const removeRows = async (
  { database }: Platform,
  { client, folder }: MigrationRecord,
  signal: AbortSignal,
): Promise<void> => {
  let removed = mostAtOnce
  while (removed === mostAtOnce) {
    signal.throwIfAborted()
    removed = await database.transaction(client, (tx) => removeParts(tx, folder, mostAtOnce))
  }
}

/** The objects of an export: files that were put into the store, and sealed parts of uploaded ones. */
const removeObjects = async (
  { objects }: Platform,
  { client, folder }: MigrationRecord,
  signal: AbortSignal,
): Promise<void> => {
  for (const prefix of [`${exportsPrefix(client)}${folder}/`, partsPrefix(client, folder)]) {
    let removed = true
    // A list that is read while its objects are removed may leave some out.
    while (removed) {
      removed = false
      for await (const { key } of objects.list(prefix)) {
        signal.throwIfAborted()
        await objects.erase(key)
        removed = true
      }
    }
  }
}

/** @param isRemoved if not, somebody can ask for it once more */
const end = (
  { database }: Platform,
  { client, migration_id, folder }: MigrationRecord,
  isRemoved: boolean,
  size: Pick<Removing, 'files' | 'bytes'> = {},
): Promise<void> =>
  database.transaction(client, async (tx) => {
    const removing = (await lockRunsOfExport(tx, folder)).filter(({ is_removing_export }) => is_removing_export)
    if (removing.length === 0) return
    await tx.db
      .updateTable('legacy_migrations')
      .set({ is_removing_export: false, ...(isRemoved ? { export_removed_at: tx.now } : { export_removed_by: null }) })
      .where('client', '=', client)
      .where('folder', '=', folder)
      .where('is_removing_export', '=', true)
      .execute()
    for (const run of removing) await notifyOf(tx, run)
    if (!isRemoved) return
    await recordProductActivity(tx, {
      call: `JOB ${removeExportJob.name}`,
      event: 'migration.export_removed',
      details: { migration_id, folder, ...size, by: removing[0]?.export_removed_by ?? null },
    })
  })

import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { maxMigrationPartBytes } from '@holdfast/contract'
import { recordProductActivity } from '../../core/activities/index.ts'
import type { Platform } from '../../core/platform.ts'
import { savePart, sealExportPart } from './exports/export-parts.ts'
import { assertNotRemoving } from './exports/removed-exports.ts'
import { beginMigration } from './runs/start-migration.ts'

interface Import {
  client: string
  /** On this machine. */
  from: string
  folder: string
  source: string
  time_zone: string
  is_dry_run: boolean
}

/** Uploads a folder of this machine, sealed, and starts a migration of it. @returns the run and the number of files */
export const importFolder = async (
  platform: Pick<Platform, 'database' | 'objects' | 'clientKeys'>,
  { client, from, ...run }: Import,
): Promise<{ migration_id: string; files: number }> => {
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  for (const file of files.sort()) {
    const file_name = path.relative(from, file).split(path.sep).join('/')
    await uploadFile(platform, client, { folder: run.folder, file_name }, file)
  }
  const migration_id = await platform.database.transaction(client, async (tx) => {
    const { started } = await beginMigration(tx, { ...run, started_by: 'system' })
    const { folder, source, is_dry_run } = run
    await recordProductActivity(tx, {
      call: 'COMMAND import',
      event: 'migration.started',
      details: { migration_id: started.migration_id, folder, source, is_dry_run },
    })
    return started.migration_id
  })
  return { migration_id, files: files.length }
}

const uploadFile = async (
  platform: Pick<Platform, 'database' | 'objects' | 'clientKeys'>,
  client: string,
  place: { folder: string; file_name: string },
  file: string,
): Promise<void> => {
  const { size } = await stat(file)
  const parts = Math.max(1, Math.ceil(size / maxMigrationPartBytes))
  for (let part = 1; part <= parts; part += 1) {
    const start = (part - 1) * maxMigrationPartBytes
    const end = Math.min(size, start + maxMigrationPartBytes) - 1
    const content = size === 0 ? nothing() : createReadStream(file, { start, end })
    const sealed = await sealExportPart(platform, client, { ...place, part, parts }, content)
    const former = await platform.database.transaction(client, async (tx) => {
      await assertNotRemoving(tx, place.folder)
      return savePart(tx, sealed, 'system')
    })
    for (const key of former) await platform.objects.delete(key)
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

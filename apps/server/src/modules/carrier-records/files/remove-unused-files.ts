import { limits } from '@holdfast/contract'
import { Type } from 'typebox'
import { recordProductActivity } from '../../../core/activities/index.ts'
import type { Job } from '../../../core/jobs.ts'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import { changeImport } from '../imports/import-row.ts'
import { removeParts } from './file-parts.ts'

const definition = { name: 'remove_unused_carrier_files', payload: Type.Object({}), maxAttempts: 5 } as const
const atOnce = 100

/** Once a day: removes files that nobody imported, and parts of files whose upload was broken off. */
export const removeUnusedCarrierFiles: Job<Record<string, unknown>> = {
  definition,
  schedule: '53 2 * * *',
  async handle({ platform, signal }) {
    for (const client of await platform.clients.names()) {
      for (let removed = atOnce; removed === atOnce; ) {
        signal.throwIfAborted()
        removed = await platform.database.transaction(client, removeOld)
      }
      await platform.database.transaction(client, removeBrokenOff)
    }
  },
}

const keptMs = limits.carrierFileDays * 24 * 60 * 60 * 1000

const removeOld = async (tx: TenantTransaction): Promise<number> => {
  const old = await tx.db
    .selectFrom('carrier_imports')
    .select('import_reference')
    .where('client', '=', tx.client)
    .where('state', '=', 'Uploaded')
    .where('created_at', '<', new Date(tx.now.getTime() - keptMs).toISOString())
    .limit(atOnce)
    .forUpdate()
    .execute()
  for (const { import_reference } of old) {
    await removeParts(tx, import_reference)
    const undone_reason = `not imported within ${limits.carrierFileDays} days`
    const undone = { state: 'Undone', undone_at: tx.now, undone_by: 'system', undone_reason } as const
    await changeImport(tx, import_reference, 'system', undone)
    const details = { import_reference, reason: undone_reason }
    await recordProductActivity(tx, { call: `JOB ${definition.name}`, event: 'carrier_import.undone', details })
  }
  return old.length
}

const removeBrokenOff = async ({ db, client, now }: TenantTransaction): Promise<void> => {
  const before = new Date(now.getTime() - 2 * keptMs).toISOString()
  await db.deleteFrom('carrier_file_parts').where('client', '=', client).where('created_at', '<', before).execute()
}

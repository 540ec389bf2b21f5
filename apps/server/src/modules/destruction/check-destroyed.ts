import type { Platform } from '../../core/platform.ts'
import { openableOf } from '../payloads/index.ts'
import { journaledBatches, readBatch } from './journal.ts'

export interface DestroyedCheck {
  batches: number
  recordings: number
  /** Of them, those that could still be opened: none after `recoverDestructions`. */
  openable: string[]
}

/** Whether everything that the journal names as destroyed has neither keys nor content in the database. */
export const checkDestroyed = async (
  platform: Pick<Platform, 'database' | 'journal' | 'keys' | 'clients'>,
): Promise<DestroyedCheck> => {
  const accounts = new Set(await platform.clients.names())
  const checked: DestroyedCheck = { batches: 0, recordings: 0, openable: [] }
  for (const batch of await journaledBatches(platform)) {
    // The database knows no account that was opened after the backup.
    if (!batch.steps.has('done') || !accounts.has(batch.client)) continue
    const { payloads } = await readBatch(platform, batch)
    const references = payloads.map(({ payload_reference }) => payload_reference)
    checked.batches += 1
    checked.recordings += references.length
    checked.openable.push(...(await platform.database.read(batch.client, (tx) => openableOf(tx, references))))
  }
  return checked
}

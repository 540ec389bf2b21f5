import { ProductError, type WordIndexState } from '@holdfast/contract'
import type { Selectable } from 'kysely'
import { createSearchSecret } from '../../core/accounts/index.ts'
import type { Tables, TenantTransaction } from '../../platform/database/index.ts'
import type { Keys } from '../../platform/keys/index.ts'
import { buildWordIndexJob, removeWordIndexJob } from './word-index-jobs.ts'
import { indexVersion, lockWordIndex } from './word-index-state.ts'

export type WordIndexRow = Selectable<Tables['word_indexes']>

/** Turns searching words on: from now on texts are indexed as they come, and a job indexes the others. Does nothing if it is on. */
export const turnOnWordSearch = async (tx: TenantTransaction, keys: Keys): Promise<void> => {
  const { state } = await lockWordIndex(tx)
  if (state === 'building' || state === 'ready') return
  await createSearchSecret(tx, keys)
  await beginBuilding(tx)
}

/** Turns searching words off, and removes the index. Does nothing if it is off. */
export const turnOffWordSearch = async (tx: TenantTransaction): Promise<void> => {
  const { state } = await lockWordIndex(tx)
  if (state === 'off' || state === 'removing') return
  await begin(tx, { state: 'removing' })
  await tx.enqueue(removeWordIndexJob, { client: tx.client })
}

/**
 * Indexes everything again. The present index is searched meanwhile.
 * @throws ProductError `search.off`, `word_index.being_rebuilt`, `word_index.being_removed`
 */
export const rebuildWordSearch = async (tx: TenantTransaction): Promise<void> => {
  const { state } = await lockWordIndex(tx)
  if (state === 'off') throw new ProductError('search.off')
  if (state === 'building') throw new ProductError('word_index.being_rebuilt')
  if (state === 'removing') throw new ProductError('word_index.being_removed')
  await beginBuilding(tx)
}

/** Indexes everything from the beginning, because rows were added without being indexed. Does nothing if the search is off. */
export const indexWordsAgain = async (tx: TenantTransaction): Promise<void> => {
  const { state } = await lockWordIndex(tx)
  if (state === 'building' || state === 'ready') await beginBuilding(tx)
}

const beginBuilding = async (tx: TenantTransaction): Promise<void> => {
  await begin(tx, { state: 'building', index_version: indexVersion })
  await tx.enqueue(buildWordIndexJob, { client: tx.client })
}

const begin = (tx: TenantTransaction, work: { state: WordIndexState; index_version?: number }): Promise<void> =>
  updateWordIndex(tx, { ...work, position: null, done: 0, total: null, began_at: tx.now.toISOString(), ended_at: null })

/** The row must be locked. */
export const updateWordIndex = async (
  tx: TenantTransaction,
  columns: Partial<Omit<WordIndexRow, 'client'>>,
): Promise<void> => {
  await tx.db.updateTable('word_indexes').set(columns).where('client', '=', tx.client).execute()
}

import { ProductError, type WordIndex } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { unsetWordSearch } from '../account-settings/index.ts'
import { isOutdated, lockWordIndex, readWordIndexRow, rebuildWordSearch } from '../words/index.ts'

/** `GET /word_index`. */
export const getWordIndex = (ctx: RequestContext): Promise<WordIndex> => ctx.read(readIndex)

/** `POST /word_index/rebuild`. */
export const rebuildWordIndex = (ctx: RequestContext): Promise<WordIndex> =>
  ctx.transaction(async (tx) => {
    await rebuildWordSearch(tx)
    tx.audit('word_index.rebuilt')
    return readIndex(tx)
  })

/** `DELETE /word_index`: also changes the account's setting. */
export const deleteWordIndex = (ctx: RequestContext): Promise<WordIndex> =>
  ctx.transaction(async (tx) => {
    const { state } = await lockWordIndex(tx)
    if (state === 'off') throw new ProductError('search.off')
    await unsetWordSearch(tx, ctx.actor.reference)
    tx.audit('word_index.removed')
    return readIndex(tx)
  })

const readIndex = async (tx: TenantTransaction): Promise<WordIndex> => {
  const row = await readWordIndexRow(tx)
  if (!row) return { state: 'off', done: 0, total: null, began_at: null, ended_at: null, is_outdated: false }
  const { state, done, total, began_at, ended_at } = row
  return { state, done, total: state === 'building' ? total : null, began_at, ended_at, is_outdated: isOutdated(row) }
}

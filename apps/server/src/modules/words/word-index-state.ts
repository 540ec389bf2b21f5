import type { WordIndexState } from '@holdfast/contract'
import { readSearchSecret } from '../../core/accounts/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { Keys } from '../../platform/keys/index.ts'
import { type WordHashes, wordHashesOf } from './word-hashes.ts'

/** The index of an account that is on: its hashes, and whether everything is indexed. */
export interface OpenWordIndex {
  hashes: WordHashes
  isComplete: boolean
}

const isOn = (state: WordIndexState): boolean => state === 'building' || state === 'ready'

/** The account's index for a search; `null` if it is off. */
export const readWordIndex = async (tx: TenantTransaction, keys: Keys): Promise<OpenWordIndex | null> => {
  const row = await selectState(tx).executeTakeFirst()
  return row ? openIndex(tx, keys, row.state) : null
}

/**
 * The account's index for a transaction that changes what is indexed; `null` if it is off. The index is neither turned on nor off
 * until the transaction ends: otherwise a message that is processed at that moment would be missed.
 */
export const holdWordIndex = async (tx: TenantTransaction, keys: Keys): Promise<OpenWordIndex | null> => {
  const held = () => selectState(tx).forShare().executeTakeFirst()
  const row = (await held()) ?? (await insertState(tx).then(held))
  return row ? openIndex(tx, keys, row.state) : null
}

const selectState = (tx: TenantTransaction) =>
  tx.db.selectFrom('word_indexes').select('state').where('client', '=', tx.client)

const insertState = (tx: TenantTransaction) =>
  tx.db
    .insertInto('word_indexes')
    .values({ client: tx.client, state: 'off', done: 0 })
    .onConflict((conflict) => conflict.column('client').doNothing())
    .execute()

const openIndex = async (tx: TenantTransaction, keys: Keys, state: WordIndexState): Promise<OpenWordIndex | null> => {
  if (!isOn(state)) return null
  const secret = await readSearchSecret(tx, keys)
  return secret && { hashes: wordHashesOf(secret), isComplete: state === 'ready' }
}

/** Locks the account's row for a change of its state or progress; creates it first if need be. */
export const lockWordIndex = async (tx: TenantTransaction) => {
  await insertState(tx)
  return tx.db
    .selectFrom('word_indexes')
    .selectAll()
    .where('client', '=', tx.client)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** The state and progress of the account's index; `undefined` if it was never on. */
export const readWordIndexRow = (tx: TenantTransaction) =>
  tx.db.selectFrom('word_indexes').selectAll().where('client', '=', tx.client).executeTakeFirst()

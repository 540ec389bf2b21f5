import type { WordIndexState } from '@holdfast/contract'
import { searchSecretStatement, unwrapSearchSecret } from '../../core/accounts/index.ts'
import { preparedStatement, type TenantTransaction } from '../../platform/database/index.ts'
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
  const { client } = tx
  const [[row], [secret]] = await tx.executeAll([stateStatement({ client }), searchSecretStatement({ client })])
  return row ? openIndex(client, keys, row.state, secret) : null
}

/**
 * The account's index for a transaction that changes what is indexed; `null` if it is off. The index is neither turned on nor off
 * until the transaction ends: otherwise a message that is processed at that moment would be missed.
 */
export const holdWordIndex = async (tx: TenantTransaction, keys: Keys): Promise<OpenWordIndex | null> => {
  const held = () =>
    tx.db.selectFrom('word_indexes').select('state').where('client', '=', tx.client).forShare().executeTakeFirst()
  const row = (await held()) ?? (await insertState(tx).then(held))
  const [[secret]] = await tx.executeAll([searchSecretStatement({ client: tx.client })])
  return row ? openIndex(tx.client, keys, row.state, secret) : null
}

const stateStatement = preparedStatement('word index state', (db, { client }: { client: string }) =>
  db.selectFrom('word_indexes').select('state').where('client', '=', client),
)

const insertState = (tx: TenantTransaction) =>
  tx.db
    .insertInto('word_indexes')
    .values({ client: tx.client, state: 'off', done: 0 })
    .onConflict((conflict) => conflict.column('client').doNothing())
    .execute()

const openIndex = (
  client: string,
  keys: Keys,
  state: WordIndexState,
  secret: { secret_wrapped: string } | undefined,
): OpenWordIndex | null => {
  if (!isOn(state) || !secret) return null
  const { secret_wrapped } = secret
  const hashes = wordHashesOf(secret_wrapped, () => unwrapSearchSecret(keys, client, secret_wrapped))
  return { hashes, isComplete: state === 'ready' }
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

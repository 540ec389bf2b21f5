import type { WordIndexState } from '@holdfast/contract'
import type { Selectable } from 'kysely'
import { searchSecretStatement, unwrapSearchSecret } from '../../core/accounts/index.ts'
import { preparedStatement, type Tables, type TenantTransaction } from '../../platform/database/index.ts'
import type { Keys } from '../../platform/keys/index.ts'
import { type WordHashes, wordHashesOf } from './word-hashes.ts'

/**
 * Of the tokens, keys and stop words. A change of them needs a new one; indexes that were built with an earlier one do not find
 * everything until they are rebuilt.
 */
export const indexVersion = 3

/** The index of an account that is on: its hashes, and whether everything is indexed with the present version. */
export interface OpenWordIndex {
  hashes: WordHashes
  isComplete: boolean
}

const isOn = (state: WordIndexState): boolean => state === 'building' || state === 'ready'

/** The account's index for a search; `null` if it is off. */
export const readWordIndex = async (tx: TenantTransaction, keys: Keys): Promise<OpenWordIndex | null> => {
  const { client } = tx
  const [[row], [secret]] = await tx.executeAll([stateStatement({ client }), searchSecretStatement({ client })])
  return row ? openIndex(client, keys, row, secret) : null
}

/**
 * The account's index for a transaction that changes what is indexed; `null` if it is off. If it is turned on or off meanwhile, the
 * job that builds or removes it waits for the end of this transaction (`lockWordIndexForPage`), so that it misses no message.
 */
export const holdWordIndex = async (tx: TenantTransaction, keys: Keys): Promise<OpenWordIndex | null> => {
  const { client } = tx
  const held = () =>
    tx.db
      .selectFrom('word_indexes')
      .select(['state', 'index_version'])
      .where('client', '=', client)
      .forKeyShare()
      .executeTakeFirst()
  const row = (await held()) ?? (await insertState(tx).then(held))
  if (!row || !isOn(row.state)) return null
  const [[secret]] = await tx.executeAll([searchSecretStatement({ client })])
  return openIndex(client, keys, row, secret)
}

const stateStatement = preparedStatement('word index state', (db, { client }: { client: string }) =>
  db.selectFrom('word_indexes').select(['state', 'index_version']).where('client', '=', client),
)

const insertState = (tx: TenantTransaction) =>
  tx.db
    .insertInto('word_indexes')
    .values({ client: tx.client, state: 'off', done: 0, index_version: indexVersion })
    .onConflict((conflict) => conflict.column('client').doNothing())
    .execute()

type BuiltIndex = Pick<Selectable<Tables['word_indexes']>, 'state' | 'index_version'>

const openIndex = (
  client: string,
  keys: Keys,
  row: BuiltIndex,
  secret: { secret_wrapped: string } | undefined,
): OpenWordIndex | null => {
  if (!isOn(row.state) || !secret) return null
  const { secret_wrapped } = secret
  const hashes = wordHashesOf(secret_wrapped, () => unwrapSearchSecret(keys, client, secret_wrapped))
  return { hashes, isComplete: row.state === 'ready' && !isOutdated(row) }
}

/** Whether an index that is on was built with an earlier version. */
export const isOutdated = ({ state, index_version }: BuiltIndex): boolean => isOn(state) && index_version < indexVersion

/**
 * Locks the account's row for a change of its state or progress; creates it first if need be. Does not wait for transactions that
 * change texts, which may take seconds.
 */
export const lockWordIndex = async (tx: TenantTransaction) => {
  await insertState(tx)
  return selectRow(tx).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/**
 * Locks the account's row as above for a page of building or removing. The first page waits until every transaction that holds the index
 * has ended: they may go by an earlier state of it.
 */
export const lockWordIndexForPage = async (tx: TenantTransaction) => {
  const row = await lockWordIndex(tx)
  return row.position === null ? selectRow(tx).forUpdate().executeTakeFirstOrThrow() : row
}

const selectRow = (tx: TenantTransaction) =>
  tx.db.selectFrom('word_indexes').selectAll().where('client', '=', tx.client)

/** The state and progress of the account's index; `undefined` if it was never on. */
export const readWordIndexRow = (tx: TenantTransaction) => selectRow(tx).executeTakeFirst()

import { sql } from 'kysely'
import { deleteSearchSecret } from '../../core/accounts/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { updateWordIndex, type WordIndexRow } from './change-word-index.ts'
import { vocabularyBuckets } from './word-hashes.ts'

/** How many rows are deleted, or looked at, in one transaction. */
const pageRows = 5000

/** The tables of the index in the order in which they are emptied, with their keys after `client`. */
const emptied = [
  { table: 'payload_words', key: ['word', 'group', 'payload_type', 'payload_time', 'payload_reference'] },
  { table: 'search_vocabulary', key: ['bucket', 'payload_type', 'group', 'entry'] },
  { table: 'indexed_texts', key: ['payload_reference', 'source'] },
] as const
type Emptied = (typeof emptied)[number]

const types: Record<string, string> = { word: 'bigint', bucket: 'bigint', entry: 'bigint', payload_time: 'timestamptz' }

/** Where removing or pruning continues: a table, and the last key that was read; `null` at its beginning. */
interface Place {
  table: number
  after: readonly string[] | null
}

/**
 * Deletes a page of the index of an account; after the last one its secret.
 * @param index the locked row
 * @returns whether it is gone
 */
export const deleteIndexPage = async (tx: TenantTransaction, index: WordIndexRow): Promise<boolean> => {
  const place: Place = index.position ? JSON.parse(index.position) : { table: 0, after: null }
  const table = emptied[place.table]
  if (!table) {
    await deleteSearchSecret(tx)
    await updateWordIndex(tx, { state: 'off', position: null, ended_at: tx.now.toISOString() })
    return true
  }
  const last = await lastKeyOfPage(tx, table, place.after)
  const rows = last ? await deleteUpTo(tx, table, place.after, last) : 0
  const next: Place = last ? { ...place, after: last } : { table: place.table + 1, after: null }
  await updateWordIndex(tx, { position: JSON.stringify(next), done: index.done + rows })
  return false
}

/** Read again from a position, because skipping deleted rows of earlier pages would take longer with each page. */
const lastKeyOfPage = async (
  tx: TenantTransaction,
  { table, key }: Emptied,
  after: readonly string[] | null,
): Promise<readonly string[] | null> => {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const descending = sql.join(key.map((column) => sql`${sql.ref(column)} desc`))
  const texts = sql.join(key.map((column) => sql`${sql.ref(column)}::text`))
  const { rows } = await sql<{ key: string[] }>`select array[${texts}] as key from (
    select ${columns} from ${sql.table(table)} where client = ${tx.client} ${comparison(key, '>', after)}
    order by ${columns} limit ${sql.lit(pageRows)}) page order by ${descending} limit 1`.execute(tx.db)
  return rows[0]?.key ?? null
}

const deleteUpTo = async (
  tx: TenantTransaction,
  { table, key }: Emptied,
  after: readonly string[] | null,
  last: readonly string[],
): Promise<number> => {
  const deleted = await sql`delete from ${sql.table(table)}
    where client = ${tx.client} ${comparison(key, '>', after)} ${comparison(key, '<=', last)}`.execute(tx.db)
  return Number(deleted.numAffectedRows ?? 0)
}

const comparison = (key: readonly string[], operator: '>' | '<=', values: readonly string[] | null) => {
  if (!values) return sql``
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const parameters = sql.join(
    values.map((value, place) => sql`${value}::${sql.raw(types[key[place] ?? ''] ?? 'text')}`),
  )
  return sql`and (${columns}) ${sql.raw(operator)} (${parameters})`
}

/**
 * Deletes the words of a page of the vocabulary that no text of their group has any more, and those that a server of a former version has
 * added, whose bucket tells more. If a message with such a word is
 * processed at this moment, prefixes find the word again with the next message that has it.
 * @param after the last key of the page before; `null` at the beginning
 * @returns the last key of the page; `null` at the end
 */
export const pruneVocabularyPage = async (
  tx: TenantTransaction,
  after: readonly string[] | null,
): Promise<readonly string[] | null> => {
  const [, vocabulary] = emptied
  const last = await lastKeyOfPage(tx, vocabulary, after)
  if (!last) return null
  await sql`delete from search_vocabulary v where v.client = ${tx.client}
    ${comparison(vocabulary.key, '>', after)} ${comparison(vocabulary.key, '<=', last)}
    and (v.bucket not between 0 and ${sql.lit(vocabularyBuckets - 1)}
      or not exists (select from payload_words w where w.client = ${tx.client} and w.word = any(v.words)
        and w."group" = v."group" and w.payload_type = v.payload_type))`.execute(tx.db)
  return last
}

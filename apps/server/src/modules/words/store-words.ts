import type { PayloadType } from '@holdfast/contract'
import { sql } from 'kysely'
import { compiledStatement, type Statement, storedJson, type TenantTransaction } from '../../platform/database/index.ts'
import type { IndexedText } from './indexed-text.ts'
import type { TextSource } from './word-hashes.ts'
import { pruneVocabularyJob } from './word-index-jobs.ts'
import { indexVersion } from './word-index-state.ts'

const pruneAfterMs = 10 * 60 * 1000

/** A payload as the index knows it. */
export interface IndexedPayload {
  payload_reference: string
  payload_type: PayloadType
  group: string
  payload_time: string
}

/** What the index is to have of a payload. */
export interface PayloadText {
  payload: IndexedPayload
  source: TextSource
  text: IndexedText
}

interface Rows {
  client: string
  rows: string
}

const columns = sql`(payload_reference text, payload_type text, "group" text, payload_time timestamptz, source text, words bigint[],
  is_partly_indexed boolean)`

interface FormerWord {
  payload_reference: string
  payload_type: string
  group: string
  payload_time: string
  word: string
}

/** Words that a text no longer has. Not prepared, like the others: a plan cached while the tables are empty would scan them. */
const formerWords = compiledStatement<Rows, FormerWord>(
  (_, { client, rows }) => sql`select entry.payload_reference, entry.payload_type, entry."group", entry.payload_time,
      former.word::text as word
    from json_to_recordset(${rows}::json) as entry ${columns}
      cross join lateral (select i.words from indexed_texts i where i.client = ${client}
        and i.payload_reference = entry.payload_reference and i.source = entry.source limit 1) stored
      cross join lateral unnest(stored.words) as former (word)
    where former.word <> all(entry.words)`,
)

const deleteWords = compiledStatement<Rows, unknown>(
  (_, { client, rows }) => sql`delete from payload_words w
    using json_to_recordset(${rows}::json) as former (payload_reference text, payload_type text, "group" text,
      payload_time timestamptz, word bigint)
    where w.client = ${client} and w.word = former.word and w."group" = former."group" and w.payload_type = former.payload_type
      and w.payload_time = former.payload_time and w.payload_reference = former.payload_reference`,
)

const insertWords = compiledStatement<Rows, unknown>(
  (
    _,
    { client, rows },
  ) => sql`insert into payload_words (client, word, "group", payload_type, payload_time, payload_reference)
    select ${client}::text, word, entry."group", entry.payload_type, entry.payload_time, entry.payload_reference
    from json_to_recordset(${rows}::json) as entry ${columns} cross join lateral unnest(entry.words) as word
    on conflict (client, word, "group", payload_type, payload_time, payload_reference) do nothing`,
)

const deleteTexts = compiledStatement<Rows, unknown>(
  (_, { client, rows }) => sql`delete from indexed_texts i using json_to_recordset(${rows}::json) as entry ${columns}
    where i.client = ${client} and i.payload_reference = entry.payload_reference and i.source = entry.source
      and entry.words = '{}'`,
)

const insertTexts = compiledStatement<Rows, unknown>(
  (
    _,
    { client, rows },
  ) => sql`insert into indexed_texts (client, payload_reference, source, words, is_partly_indexed, index_version)
    select ${client}::text, payload_reference, source, words, is_partly_indexed, ${sql.lit(indexVersion)}
    from json_to_recordset(${rows}::json) as entry ${columns} where entry.words <> '{}'
    on conflict (client, payload_reference, source) do update set words = excluded.words,
      is_partly_indexed = excluded.is_partly_indexed, index_version = excluded.index_version`,
)

const insertVocabulary = compiledStatement<Rows, unknown>(
  (
    _,
    { client, rows },
  ) => sql`insert into search_vocabulary (client, bucket, "group", payload_type, entry, words, sealed)
    select ${client}::text, bucket, "group", payload_type, entry, words, decode(sealed, 'base64')
    from json_to_recordset(${rows}::json)
      as word (bucket bigint, "group" text, payload_type text, entry bigint, words bigint[], sealed text)
    on conflict (client, bucket, payload_type, "group", entry) do nothing`,
)

/**
 * Makes the index have exactly these words of each of the texts. Call it in the transaction that changes the payloads, with their
 * rows locked.
 */
export const storeWords = async (tx: TenantTransaction, texts: readonly PayloadText[]): Promise<void> => {
  if (texts.length === 0) return
  const { client } = tx
  const rows = storedJson(texts.map(rowOf))
  // Most texts are new or unchanged, so that nothing is removed. PostgreSQL without statistics of the table may plan the removal as a
  // scan of all words of the account for each text.
  const [former] = await tx.executeAll([formerWords({ client, rows })])
  const removals = former.length > 0 ? [deleteWords({ client, rows: storedJson(former) })] : []
  await tx.executeAll([...removals, ...storeStatements(client, rows, vocabularyOf(texts))])
}

const storeStatements = (client: string, rows: string, vocabulary: readonly object[]): Statement[] => [
  insertWords({ client, rows }),
  deleteTexts({ client, rows }),
  insertTexts({ client, rows }),
  ...(vocabulary.length > 0 ? [insertVocabulary({ client, rows: storedJson(vocabulary) })] : []),
]

const rowOf = ({ payload, source, text }: PayloadText) => {
  const { payload_reference, payload_type, group, payload_time } = payload
  const { words, isPartlyIndexed: is_partly_indexed } = text
  return { payload_reference, payload_type, group, payload_time, source, words, is_partly_indexed }
}

/** Sorted, so that two transactions with the same words cannot deadlock. */
const vocabularyOf = (texts: readonly PayloadText[]) => {
  const rows = new Map<string, object>()
  for (const { payload, text } of texts) {
    const { group, payload_type } = payload
    for (const { words, vocabulary } of text.entries) {
      const { bucket, entry, sealed } = vocabulary
      const row = { bucket, group, payload_type, entry, words, sealed: sealed.toString('base64') }
      rows.set([bucket, payload_type, group, entry].join('\n'), row)
    }
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/** Takes all words of the payloads out of the index: of their content, or also of the comments on them. */
export const removeWords = async (
  tx: TenantTransaction,
  payloads: readonly IndexedPayload[],
  sources: readonly TextSource[],
): Promise<void> => {
  if (payloads.length === 0) return
  await storeWords(
    tx,
    payloads.flatMap((payload) => sources.map((source) => withoutWords(payload, source))),
  )
  // Retention destroys many at once: the vocabulary is read once for all of them.
  const runAt = new Date(tx.now.getTime() + pruneAfterMs)
  await tx.enqueue(pruneVocabularyJob, { client: tx.client }, { runAt })
}

/** What takes the words of a text out of the index. */
export const withoutWords = (payload: IndexedPayload, source: TextSource): PayloadText => ({
  payload,
  source,
  text: { words: [], entries: [], isPartlyIndexed: false },
})

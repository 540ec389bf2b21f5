import { foldedText, limits } from '@holdfast/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { TextSource, WordHash, WordHashes } from './word-hashes.ts'
import type { SearchScope, TermWords } from './word-lookup.ts'

/** The most words that are opened for one prefix in one scope and source. Other words of the bucket are among them, and the same word may be in many groups. */
const maxOpenedWords = 5000

/** The words that a prefix stands for. */
export interface PrefixWords {
  words: TermWords
  /** Whether there are more than are searched. */
  isShortened: boolean
}

/**
 * Looks up the words that begin with a prefix, in the vocabularies of the caller's own groups, types and sources: what others wrote
 * changes neither the words nor the time. The first `maxWordsOfPrefix` in the order of the alphabet are searched.
 * @param prefix at least `minPrefixLetters` letters, without accents
 */
export const wordsOfPrefix = async (
  tx: TenantTransaction,
  hashes: WordHashes,
  scopes: readonly SearchScope[],
  prefix: string,
): Promise<PrefixWords> => {
  const found = new Map<string, Record<TextSource, Set<WordHash>>>()
  let isShortened = false
  for (const scope of scopes) {
    for (const source of scope.sources) {
      const rows = await readBucket(tx, hashes.ofBucket(source, prefix), scope)
      if (isCut(rows)) isShortened = true
      for (const { sealed, words } of rows) {
        const word = foldedText(hashes.openWord(sealed))
        if (!word.startsWith(prefix)) continue
        const entry = found.get(word) ?? { message: new Set(), comment: new Set() }
        for (const hash of words) entry[source].add(hash)
        found.set(word, entry)
      }
    }
  }
  const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1))
  const searched = sorted.slice(0, limits.maxWordsOfPrefix).map(([, entry]) => entry)
  return {
    words: {
      message: [...new Set(searched.flatMap(({ message }) => [...message]))],
      comment: [...new Set(searched.flatMap(({ comment }) => [...comment]))],
    },
    isShortened: isShortened || sorted.length > searched.length,
  }
}

interface BucketRow {
  sealed: Buffer
  words: WordHash[]
  /** How many groups and types have the word. */
  copies: number
}

const isCut = (rows: readonly BucketRow[]): boolean =>
  rows.length === maxOpenedWords || rows.reduce((sum, { copies }) => sum + copies, 0) >= limits.maxSearchedRows

/** Words are in no order that means anything: their entries are hashes. */
const readBucket = async (
  tx: TenantTransaction,
  bucket: number,
  { payload_types, groups }: SearchScope,
): Promise<BucketRow[]> => {
  const ofGroup = groups ? sql`and v."group" = probe_group` : sql``
  const from = groups ? sql`cross join unnest(${groups}::text[]) as probe_group` : sql``
  const { rows } =
    await sql<BucketRow>`select (array_agg(sealed))[1] as sealed, words::text[] as words, count(*) as copies
    from (select v.entry, v.words, v.sealed from unnest(${payload_types}::text[]) as probe_type ${from} cross join lateral (
      select v.entry, v.words, v.sealed from search_vocabulary v
      where v.client = ${tx.client} and v.bucket = ${bucket}::bigint and v.payload_type = probe_type ${ofGroup}
      limit ${sql.lit(limits.maxSearchedRows)}) v limit ${sql.lit(limits.maxSearchedRows)}) found
    group by entry, words limit ${sql.lit(maxOpenedWords)}`.execute(tx.db)
  return rows
}

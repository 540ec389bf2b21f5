import { ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { Position } from '../../platform/http/index.ts'
import { pageConditions, type SearchedList } from '../payloads/index.ts'
import {
  countTermsStatement,
  readWordIndex,
  type SearchQuery,
  type SearchScope,
  type SearchTerm,
  type TermWords,
  type WordHashes,
  type WordSearch,
  wordsOfPrefix,
} from '../words/index.ts'

/** How a search is carried out. */
export interface SearchPlan {
  search: WordSearch
  /** The place of the term whose payloads are read: the rarest. */
  driver: number
  /** Prefixes that stand for more words than are searched, as typed. */
  shortened: readonly string[]
  isIndexComplete: boolean
}

/** A term with more rows than this is common. */
const countedRows = 1000

/**
 * Looks up the words of a search, and which of them is the rarest in what the caller may search.
 * @throws ProductError `search.off`
 */
export const planSearch = (
  ctx: RequestContext,
  query: SearchQuery,
  scopes: readonly SearchScope[],
  { list, position }: { list: SearchedList; position: Position | null },
): Promise<SearchPlan> =>
  ctx.read(async (tx) => {
    const index = await readWordIndex(tx, ctx.platform.keys)
    if (!index) throw new ProductError('search.off')
    const found = await Promise.all(query.terms.map((term) => wordsOf(tx, index.hashes, scopes, term)))
    const excluded = await Promise.all(query.excluded.map((term) => wordsOf(tx, index.hashes, scopes, term)))
    const search: WordSearch = {
      client: ctx.client,
      scopes,
      terms: found.map(({ words }) => words),
      excluded: excluded.map(({ words }) => words),
    }
    return {
      search,
      driver: await rarestTerm(tx, search, { list, position }),
      shortened: found.filter(({ isShortened }) => isShortened).map(({ typed }) => typed),
      isIndexComplete: index.isComplete,
    }
  })

interface FoundTerm {
  typed: string
  words: TermWords
  isShortened: boolean
}

const wordsOf = async (
  tx: TenantTransaction,
  hashes: WordHashes,
  scopes: readonly SearchScope[],
  term: SearchTerm,
): Promise<FoundTerm> => {
  const { typed } = term
  if ('prefix' in term) return { typed, ...(await wordsOfPrefix(tx, hashes, scopes, term.prefix)) }
  const ofSource = (source: 'message' | 'comment') => term.keys.map((key) => hashes.ofWord(source, key))
  return { typed, words: { message: ofSource('message'), comment: ofSource('comment') }, isShortened: false }
}

const rarestTerm = async (
  tx: TenantTransaction,
  search: WordSearch,
  { list, position }: { list: SearchedList; position: Position | null },
): Promise<number> => {
  if (search.terms.length === 1 || search.scopes.length === 0) return 0
  const [counts] = await tx.executeAll([countTermsStatement(search, pageConditions(list, position), countedRows)])
  return counts.reduce((rarest, count) => (count.rows < rarest.rows ? count : rarest)).term
}

import { ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { finish, type Statement, type TenantTransaction } from '../../platform/database/index.ts'
import type { Position } from '../../platform/http/index.ts'
import { pageConditions, type SearchedList } from '../payloads/index.ts'
import {
  countTermsStatement,
  rarestOf,
  readWordIndex,
  type SearchQuery,
  type SearchScope,
  type SearchTerm,
  type TermCount,
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
  /** Whether it has few rows, so that all of them can be read at once. */
  isRare: boolean
  /** Prefixes that stand for more words than are searched, as typed. */
  shortened: readonly string[]
  isIndexComplete: boolean
}

/** How many rows of a term are counted at most: enough to tell which term is the rarest. */
const countedRows = 2000
/** A rare term has no more rows than this: most look-ups came to its end. */
const rareRows = 1500

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
    return finish(countStatements(search, { list, position }), (...counts) => ({
      search,
      ...driverOf(counts.flat(), list.sort),
      shortened: found.filter(({ isShortened }) => isShortened).map(({ typed }) => typed),
      isIndexComplete: index.isComplete,
    }))
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

/** None when there is nothing to choose. */
const countStatements = (
  search: WordSearch,
  { list, position }: { list: SearchedList; position: Position | null },
): Statement<TermCount>[] => {
  if (search.terms.length === 1 || search.scopes.length === 0) return []
  const conditions = pageConditions(list, position)
  return [countTermsStatement(search, { conditions, sort: list.sort, limit: countedRows })]
}

const driverOf = (counts: readonly TermCount[], sort: 'asc' | 'desc'): Pick<SearchPlan, 'driver' | 'isRare'> => {
  const { term, rows } = rarestOf(counts, sort)
  return { driver: term, isRare: rows <= rareRows }
}

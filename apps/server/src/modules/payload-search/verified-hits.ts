import { limits } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { Position } from '../../platform/http/index.ts'
import type { SearchedList } from '../payloads/index.ts'
import type { SearchQuery } from '../words/index.ts'
import { readPassages } from './read-passages.ts'
import type { SearchPlan } from './search-plan.ts'
import { hasPhrases } from './text-matches.ts'
import { type Hit, walkHits } from './walk-hits.ts'

export interface FoundHits {
  hits: readonly Hit[]
  /** Where the request stopped to search; `null` if it came to the end of the list. */
  next: Position | null
}

/** Phrases are compared for this many hits at once. */
const comparedAtOnce = 50

/** Finds up to `wanted` payloads that have the words and phrases of a search, within the limits of one request. */
export const findHits = async (
  ctx: RequestContext,
  list: SearchedList,
  query: SearchQuery,
  plan: SearchPlan,
  { position, wanted }: { position: Position | null; wanted: number },
): Promise<FoundHits> => {
  if (plan.search.scopes.length === 0) return { hits: [], next: null }
  const hasPhrase = query.phrases.length + query.excludedPhrases.length > 0
  const found: Hit[] = []
  let [next, compared]: [Position | null, number] = [position, 0]
  for await (const part of walkHits(ctx, list, plan, { position, wanted: hasPhrase ? comparedAtOnce : wanted })) {
    const matching = hasPhrase ? await withPhrases(ctx, query, part.hits) : part.hits
    found.push(...matching)
    next = part.next
    compared += part.hits.length
    const isExhausted = hasPhrase && compared > limits.maxSearchOpenings - comparedAtOnce
    if (found.length >= wanted || isExhausted) break
  }
  const hits = found.slice(0, wanted)
  return { hits, next: found.length > wanted ? (hits.at(-1)?.position ?? null) : next }
}

const withPhrases = async (ctx: RequestContext, query: SearchQuery, hits: readonly Hit[]): Promise<Hit[]> => {
  const passages = await readPassages(ctx, hits)
  return hits.filter(({ payload_reference }) => hasPhrases(passages.get(payload_reference)?.passages ?? [], query))
}

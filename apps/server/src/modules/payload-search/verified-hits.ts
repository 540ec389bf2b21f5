import { limits } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { Position } from '../../platform/http/index.ts'
import type { SearchedList } from '../payloads/index.ts'
import type { SearchQuery } from '../words/index.ts'
import { type ReadHit, readPassages } from './read-passages.ts'
import type { SearchPlan } from './search-plan.ts'
import { hasPhrases } from './text-matches.ts'
import { type Hit, walkHits } from './walk-hits.ts'

export interface FoundHits {
  hits: readonly Hit[]
  /** What was read of them to compare phrases; `null` for a search without phrases. */
  read: ReadonlyMap<string, ReadHit> | null
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
  if (plan.search.scopes.length === 0) return { hits: [], read: null, next: null }
  const hasPhrase = query.phrases.length + query.excludedPhrases.length > 0
  const found: Hit[] = []
  const read = new Map<string, ReadHit>()
  let [next, compared]: [Position | null, number] = [position, 0]
  for await (const part of walkHits(ctx, list, plan, { position, wanted: hasPhrase ? comparedAtOnce : wanted })) {
    found.push(...(hasPhrase ? await withPhrases(ctx, query, part.hits, read) : part.hits))
    next = part.next
    compared += part.hits.length
    const isExhausted = hasPhrase && compared > limits.maxSearchOpenings - comparedAtOnce
    if (found.length >= wanted || isExhausted) break
  }
  const hits = found.slice(0, wanted)
  return {
    hits,
    read: hasPhrase ? read : null,
    next: found.length > wanted ? (hits.at(-1)?.position ?? null) : next,
  }
}

/** Adds what was read of matching hits to `read`. */
const withPhrases = async (
  ctx: RequestContext,
  query: SearchQuery,
  hits: readonly Hit[],
  read: Map<string, ReadHit>,
): Promise<Hit[]> => {
  const passages = await readPassages(ctx, hits)
  return hits.filter(({ payload_reference }) => {
    const hit = passages.get(payload_reference)
    if (!hit || !hasPhrases(hit.passages, query)) return false
    read.set(payload_reference, hit)
    return true
  })
}

import { limits } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { Position } from '../../platform/http/index.ts'
import { type HitRow, hitsStatement, pageConditions, type SearchedList } from '../payloads/index.ts'
import { candidatesQuery, isInComments, matchesOf, type SearchScope } from '../words/index.ts'
import type { SearchPlan } from './search-plan.ts'

/** A payload that has the words of a search. */
export interface Hit {
  payload_reference: string
  position: Position
  scope: SearchScope
}

/** A part of the list that was searched. */
export interface SearchedPart {
  hits: Hit[]
  /** Where the rest of the list begins; `null` at its end. */
  next: Position | null
}

/** How many rows of the rarest word are read at once: few at first, because the hits are often among the newest. */
const steps = [256, 1024, 4096, 16_384]
/** Of a rare word, few rows have the other words as well. */
const firstStepOfRare = 2

/**
 * Searches a list part by part, until its end or until as many rows were read as one request may.
 * @param wanted the most hits of a part
 */
export async function* walkHits(
  ctx: RequestContext,
  list: SearchedList,
  plan: SearchPlan,
  { position, wanted }: { position: Position | null; wanted: number },
): AsyncGenerator<SearchedPart> {
  let [next, walked] = [position, 0]
  for (
    let step = plan.isRare ? firstStepOfRare : 0;
    walked < limits.maxSearchedRows;
    step = Math.min(step + 1, steps.length - 1)
  ) {
    const size = Math.min(steps[step] ?? 0, limits.maxSearchedRows - walked)
    const part = await searchPart(ctx, list, plan, { position: next, size, wanted })
    yield part
    if (part.next === null) return
    next = part.next
    walked += part.walked
  }
}

const searchPart = async (
  ctx: RequestContext,
  list: SearchedList,
  { search, driver }: SearchPlan,
  { position, size, wanted }: { position: Position | null; size: number; wanted: number },
): Promise<SearchedPart & { walked: number }> => {
  const candidates = candidatesQuery(search, {
    term: driver,
    conditions: pageConditions(list, position),
    sort: list.sort,
    limit: size,
  })
  const otherwise = isInComments(search)
  const rows = await ctx.readOnce(
    hitsStatement({ list, candidates, ...matchesOf(search, driver), otherwise, limit: wanted }),
  )
  const hits = rows.flatMap((row) => toHit(row, search.scopes))
  const last = rows.find(({ scope }) => scope === null)
  const walked = last?.walked ?? 0
  if (hits.length === wanted) return { hits, walked, next: hits.at(-1)?.position ?? null }
  return { hits, walked, next: last && (last.is_cut || walked === size) ? positionOf(last) : null }
}

const toHit = (row: HitRow, scopes: readonly SearchScope[]): Hit[] => {
  const scope = row.scope === null ? undefined : scopes[row.scope]
  return scope ? [{ payload_reference: row.payload_reference, position: positionOf(row), scope }] : []
}

const positionOf = ({ payload_time, payload_reference }: HitRow): Position => [payload_time, payload_reference]

import { calls, type Listening, type PlayedRange } from '@holdfast/contract'
import { type AuditedEvent, partsOf } from '../../core/activities/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { Condition } from '../../platform/database/index.ts'

interface Row {
  call: string
  listening_reference: string | null
}

/** Adds to entries that opened a recording what was played or viewed then; `null` for all others. */
export const withListenings = async <Entry extends object>(
  ctx: RequestContext,
  { rows, entries, readable }: { rows: readonly Row[]; entries: readonly Entry[]; readable: Condition },
): Promise<(Entry & { listening: Listening | null })[]> => {
  const opened = rows.map(({ call, listening_reference }) =>
    call === `GET ${calls.getPayloadData.path}` ? listening_reference : null,
  )
  const references = opened.filter((reference) => reference !== null)
  const parts = references.length === 0 ? [] : await ctx.read((tx) => partsOf(tx, references, readable))
  const byOpening = Map.groupBy(parts, ({ listening_reference }) => listening_reference)
  return entries.map((entry, place) => {
    const reference = opened[place] ?? null
    const own = byOpening.get(reference) ?? []
    const last = own.at(-1)
    return {
      ...entry,
      listening: reference === null || !last ? null : { reference, until: last.activity_time, played: playedIn(own) },
    }
  })
}

/** The seconds that were played, ranges of the same speed that overlap or touch as one, in the order of the recording. */
const playedIn = (parts: readonly { events: readonly AuditedEvent[] }[]): PlayedRange[] => {
  const ranges = parts.flatMap(({ events }) =>
    events.flatMap(({ event, details }) => (event === 'payload.listened' ? (details.played as PlayedRange[]) : [])),
  )
  const result: PlayedRange[] = []
  for (const range of ranges.toSorted((one, other) => one.from_s - other.from_s)) {
    const before = result.findLast(({ speed }) => speed === range.speed)
    if (before && range.from_s <= before.to_s + toleratedSeconds) before.to_s = Math.max(before.to_s, range.to_s)
    else result.push({ ...range })
  }
  return result.slice(0, maxRanges)
}

/** A player reports in pieces, whose ends are rounded. */
const toleratedSeconds = 0.1
const maxRanges = 100

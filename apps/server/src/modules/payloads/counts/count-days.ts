import type { Visibility } from '@holdfast/access'
import type { PayloadType } from '@holdfast/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import { isoDate, type LocalDays, lastDays } from './local-days.ts'

const dayMs = 24 * 60 * 60 * 1000
/** If more recordings than these had to be counted one by one, the days are those of UTC. */
const maxEdgeRows = 50_000

export interface CountedDays extends LocalDays {
  /** A number for each day, by type. */
  byType: ReadonlyMap<PayloadType, readonly number[]>
}

/**
 * Counts the recordings of the last days, without deleted ones. The counters have days of UTC; elsewhere the recordings between the
 * beginnings of both days are counted one by one.
 */
export const countDays = async (
  tx: TenantTransaction,
  visible: readonly Visibility[],
  { now, count, timezone }: { now: Date; count: number; timezone?: string | undefined },
): Promise<CountedDays> => {
  const wanted = lastDays(now, count, timezone)
  const counted = await countUtcDays(tx, visible, wanted)
  const days = rowsOf(edgesOf(wanted), counted) > maxEdgeRows ? lastDays(now, count) : wanted
  const atEdges = await countEdges(tx, visible, edgesOf(days))
  const utcDays = midnightsOf(days).map(isoDate)
  const numberOf = (type: PayloadType, index: number): number => {
    const at = (edge: number) => atEdges.get(keyOf(type, edge)) ?? 0
    const ofUtc = counted.get(keyOf(type, utcDays[index]))?.total ?? 0
    // A recording that arrived between both queries can be missing in one of them.
    return Math.max(0, ofUtc + at(index) - at(index + 1))
  }
  const types = visible.flatMap(({ payload_types }) => payload_types)
  return { ...days, byType: new Map(types.map((type) => [type, days.dates.map((_, index) => numberOf(type, index))])) }
}

const keyOf = (type: PayloadType, place: string | number | undefined): string => `${type} ${place}`

/** The midnights of UTC that are nearest to the beginnings of the days. */
const midnightsOf = ({ starts }: LocalDays): number[] =>
  starts.map((start) => Math.round(start.getTime() / dayMs) * dayMs)

/** The time between a beginning and its midnight: what is in it belongs to the day that begins (1) or to the one before (-1). */
interface Edge {
  index: number
  from: number
  until: number
  sign: 1 | -1
}

const edgesOf = (days: LocalDays): Edge[] =>
  midnightsOf(days).flatMap((midnight, index): Edge[] => {
    const start = days.starts[index]?.getTime() ?? midnight
    if (start === midnight) return []
    return [
      {
        index,
        from: Math.min(start, midnight),
        until: Math.max(start, midnight),
        sign: start < midnight ? 1 : -1,
      },
    ]
  })

interface UtcCount {
  day: string
  /** Of the groups that the caller may see, and of all. */
  total: number
  ofAllGroups: number
}
type UtcCounts = ReadonlyMap<string, UtcCount>

/** About how many recordings are at the edges, from the numbers of their days in UTC. */
const rowsOf = (edges: readonly Edge[], counted: UtcCounts): number => {
  const byDay = Map.groupBy(counted.values(), ({ day }) => day)
  const ofEdge = ({ from, until }: Edge): number => {
    const ofDay = (byDay.get(isoDate(from)) ?? []).reduce((sum, { ofAllGroups }) => sum + ofAllGroups, 0)
    return (ofDay * (until - from)) / dayMs
  }
  return edges.reduce((sum, edge) => sum + ofEdge(edge), 0)
}

/** From the counters behind the totals of lists, with a day more at either end. */
const countUtcDays = async (
  { client, db }: TenantTransaction,
  visible: readonly Visibility[],
  { starts }: LocalDays,
): Promise<UtcCounts> => {
  const first = isoDate((starts[0]?.getTime() ?? 0) - dayMs)
  const last = isoDate((starts.at(-1)?.getTime() ?? 0) + dayMs)
  const counts = new Map<string, UtcCount>()
  for (const { payload_types, groups } of visible) {
    const { rows } = await sql<UtcCount & { payload_type: PayloadType }>`
      select payload_type, day::text as day, sum(payloads)::bigint as "ofAllGroups",
        coalesce(sum(payloads) filter (where ${isSeen(groups)}), 0)::bigint as total
      from payload_counters
      where client = ${client} and payload_type = any(${payload_types}::text[]) and payload_state <> 'Deleted'
        and day >= ${first} and day <= ${last}
      group by payload_type, day`.execute(db)
    for (const row of rows) counts.set(keyOf(row.payload_type, row.day), row)
  }
  return counts
}

const countEdges = async (
  { client, db }: TenantTransaction,
  visible: readonly Visibility[],
  edges: readonly Edge[],
): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>()
  if (edges.length === 0) return counts
  const times = (of: (edge: Edge) => number) => edges.map((edge) => new Date(of(edge)).toISOString())
  const ranges = sql`unnest(${edges.map(({ index }) => index)}::integer[], ${times(({ from }) => from)}::timestamptz[],
    ${times(({ until }) => until)}::timestamptz[]) as edge (index, first, last)`
  for (const { payload_types, groups } of visible) {
    // Groups are compared after the recordings were counted: PostgreSQL would otherwise search an index for each group, type and edge,
    // which takes ten times as long for 100 groups.
    const { rows } = await sql<{ payload_type: PayloadType; index: number; total: number }>`
      with counted as materialized (
        select edge.index, of_edge.* from ${ranges} cross join lateral (
          select payload_type, "group", count(*) as total from payloads
          where client = ${client} and payload_type = any(${payload_types}::text[]) and payload_state <> 'Deleted'
            and payload_time >= edge.first and payload_time < edge.last
          group by payload_type, "group"
        ) of_edge
      )
      select payload_type, index, sum(total)::bigint as total from counted
      where ${isSeen(groups)}
      group by payload_type, index`.execute(db)
    const signs = new Map(edges.map(({ index, sign }) => [index, sign]))
    for (const { payload_type, index, total } of rows) {
      counts.set(keyOf(payload_type, index), total * (signs.get(index) ?? 1))
    }
  }
  return counts
}

const isSeen = (groups: Visibility['groups']) =>
  groups === 'all' ? sql<boolean>`true` : sql<boolean>`"group" = any(${groups}::text[])`

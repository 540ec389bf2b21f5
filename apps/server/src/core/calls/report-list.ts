import { type DateParameter, type ListTotal, spanOfDateParameter } from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Condition, isAnyOf, queryBuilder, type Tables } from '../../platform/database/index.ts'
import type { Position } from '../../platform/http/index.ts'
import { answerList, cappedTotal, type ListRequest, maxCountedRows, type Page } from './keyset-list.ts'
import type { RequestContext } from './request-context.ts'

/** The filters of every list of what devices reported. */
export interface ReportFilter {
  groups?: readonly string[]
  device_references?: readonly string[]
  device_user_references?: readonly string[]
  date_from?: DateParameter
  date_to?: DateParameter
}

export interface ReportList<F, Row, Item> {
  /** Distinguishes the `last_key`s of lists. */
  list: string
  table: keyof Tables & string
  /** What is selected of the row `r`. */
  columns: RawBuilder<unknown>
  /**
   * The time by which the list is ordered, and the reference that makes it unique. Indexes begin with `client` and these, and with
   * `client`, each of `device_reference`, `device_user_reference` and `group`, and these.
   */
  key: readonly [time: keyof Row & string, reference: keyof Row & string]
  /** The groups that the caller may see. */
  visible: readonly string[] | 'all'
  /** What the filter asks for besides groups, devices, people and period; of the row `r`. */
  conditions: (filter: Partial<F>) => readonly Condition[]
  toItems: (rows: Row[]) => Item[]
}

type Request<F> = ListRequest<F> & { sort?: string }

/**
 * Answers a list of what devices reported, by time. Of each wanted device, person or group, at most a page is read from an index, and
 * these are merged: a page costs the same however few of the rows the caller may see.
 */
export const answerReportList = <F extends ReportFilter, Row extends object, Item>(
  ctx: RequestContext,
  query: Request<F>,
  { list, table, columns, key, visible, conditions, toItems }: ReportList<F, Row, Item>,
): Promise<Page<Item> | ListTotal> => {
  const direction = query.sort === 'asc' ? 'asc' : 'desc'
  const [time, reference] = key
  const found = (filter: Partial<F>, limit: number, position: Position | null) =>
    foundRows(ctx.client, filter, {
      table,
      key,
      visible,
      limit,
      direction,
      conditions: [...conditions(filter), ...(position ? [isAfter(key, direction, position)] : [])],
    })
  return answerList<F, Row, Item>(ctx, query, {
    list: `${list} ${direction}`,
    rows: (filter, limit, position) => {
      const page = sql<Row>`select ${columns} from (select * from (${found(filter, limit, position)}) found
        order by ${inOrder('found', key, direction)} limit ${sql.lit(limit)}) page
        join ${sql.table(table)} r on r.client = ${ctx.client} and r.${sql.ref(reference)} = page.${sql.ref(reference)}
        order by ${inOrder('page', key, direction)}`
      return ctx.readOnce(page.compile(queryBuilder))
    },
    positionOf: (row) => [String(row[time]), String(row[reference])],
    toItems,
    total: async (filter) => {
      const count = sql`select count(*) as total
        from (select from (${found(filter, maxCountedRows, null)}) found limit ${sql.lit(maxCountedRows)}) counted`
      const [counted] = await ctx.readOnce<{ total: number }>(count.compile(queryBuilder))
      return cappedTotal(counted?.total ?? 0)
    },
  })
}

/** With more groups than these, a single scan by time that filters by group finds a page sooner. */
const maxGroupsLookedUp = 256

interface Wanted {
  table: string
  key: readonly [string, string]
  visible: readonly string[] | 'all'
  conditions: readonly Condition[]
  direction: 'asc' | 'desc'
  limit: number
}

/** The keys of the rows: at most `limit` of each device, person or group, or of all. */
const foundRows = (client: string, filter: ReportFilter, wanted: Wanted): RawBuilder<unknown> => {
  const { visible, key, table, direction, limit } = wanted
  const groups = groupsWithin(visible, filter.groups)
  const lookedUp = lookUp(filter, groups)
  const where = [
    sql`r.client = ${client}`,
    lookedUp && sql`r.${sql.ref(lookedUp.column)} = wanted.value`,
    groups === 'all' ? undefined : isAnyOf('group', groups),
    isAnyOf('device_reference', filter.device_references),
    isAnyOf('device_user_reference', filter.device_user_references),
    ...periodConditions(key[0], filter),
    ...wanted.conditions,
  ].filter((condition) => condition !== undefined)
  const rows = sql`(select r.${sql.ref(key[0])}, r.${sql.ref(key[1])} from ${sql.table(table)} r
    where ${sql.join(where, sql` and `)} order by ${inOrder('r', key, direction)} limit ${sql.lit(limit)})`
  if (!lookedUp) return rows
  return sql`select branch.* from unnest(${lookedUp.values}::text[]) as wanted (value) cross join lateral ${rows} branch`
}

const lookUp = (
  { device_references, device_user_references }: ReportFilter,
  groups: readonly string[] | 'all',
): { column: string; values: readonly string[] } | undefined => {
  if (device_references) return { column: 'device_reference', values: unique(device_references) }
  if (device_user_references) return { column: 'device_user_reference', values: unique(device_user_references) }
  return groups === 'all' || groups.length > maxGroupsLookedUp ? undefined : { column: 'group', values: unique(groups) }
}

/** A row must not be found twice. */
const unique = (values: readonly string[]): string[] => [...new Set(values)]

const groupsWithin = (
  visible: readonly string[] | 'all',
  wanted: readonly string[] | undefined,
): readonly string[] | 'all' => {
  if (visible === 'all') return wanted ?? 'all'
  return wanted ? visible.filter((group) => wanted.includes(group)) : visible
}

const periodConditions = (time: string, { date_from, date_to }: ReportFilter): Condition[] => [
  date_from ? sql<boolean>`r.${sql.ref(time)} >= ${spanOfDateParameter(date_from).from}::timestamptz` : undefined,
  date_to ? sql<boolean>`r.${sql.ref(time)} < ${spanOfDateParameter(date_to).until}::timestamptz` : undefined,
]

const inOrder = (table: string, key: readonly [string, string], direction: 'asc' | 'desc') =>
  sql.join(key.map((column) => sql`${sql.ref(`${table}.${column}`)} ${sql.raw(direction)}`))

const isAfter = ([time, reference]: readonly [string, string], direction: 'asc' | 'desc', position: Position) => {
  const [at, last] = position
  return sql<boolean>`(r.${sql.ref(time)}, r.${sql.ref(reference)}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${at}::timestamptz, ${last}::text)`
}

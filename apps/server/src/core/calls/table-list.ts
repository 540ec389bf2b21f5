import type { ListTotal } from '@holdfast/contract'
import { type Expression, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { allOf, type Condition, isEqual, queryBuilder, type Tables } from '../../platform/database/index.ts'
import type { Position } from '../../platform/http/index.ts'
import { answerList, cappedTotal, type ListRequest, maxCountedRows, type Page } from './keyset-list.ts'
import type { RequestContext } from './request-context.ts'

type ColumnOf<T extends keyof Tables> = keyof Selectable<Tables[T]> & string

/** A list of the rows of one table. */
export interface TableList<T extends keyof Tables, C extends ColumnOf<T>, F, Item> {
  /** Distinguishes the `last_key`s of lists; the table's name by default. */
  list?: string
  /** The account whose rows these are; that of the call by default. */
  account?: string | 'all'
  table: T
  /** All columns by default: responses are reduced to their schema. */
  columns?: readonly C[]
  /** The order of the list, unique within it. An index must begin with `client` and these columns. */
  key: readonly NoInfer<C>[]
  direction?: 'asc' | 'desc'
  /** Restricts the rows to those that the caller may see and the filter asks for. */
  conditions: (filter: Partial<F>) => readonly Condition[]
  /** Converts the rows of a page to the items of the response. */
  toItems: (rows: Pick<Selectable<Tables[T]>, C>[]) => Item[] | Promise<Item[]>
}

/** Answers a list of one table: a keyset page, or the number of matching rows. */
export const answerTableList = <F extends object, Item, T extends keyof Tables, C extends ColumnOf<T>>(
  ctx: RequestContext,
  query: ListRequest<F>,
  { table, columns, key, direction = 'asc', conditions, toItems, ...scope }: TableList<T, C, F, Item>,
): Promise<Page<Item> | ListTotal> => {
  const { list = table, account = ctx.client } = scope
  const order = sql.join(key.map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`))
  const where = (filter: Partial<F>, position: Position | null) =>
    allOf([
      account === 'all' ? undefined : isEqual('client', account),
      ...conditions(filter),
      position ? after(key, direction, position) : undefined,
    ])
  const read = async <R>(query: RawBuilder<R>): Promise<R[]> => {
    const { database } = ctx.platform
    return account === 'all'
      ? database.readAcrossClients(async (db) => (await query.execute(db)).rows)
      : database.readOnce(account, query.compile(queryBuilder))
  }
  return answerList<F, Pick<Selectable<Tables[T]>, C>, Item>(ctx, query, {
    list,
    rows: (filter, limit, position) => {
      const selected = columns ? sql.join(columns.map((column) => sql.ref(column))) : sql`*`
      return read(sql<Pick<Selectable<Tables[T]>, C>>`select ${selected}
        from ${sql.table(table)} where ${where(filter, position)} order by ${order} limit ${limit}`)
    },
    positionOf: (row) => key.map((column) => String(row[column])),
    toItems,
    total: async (filter) => {
      const [counted] = await read(sql<{ total: number }>`select count(*) as total
        from (select from ${sql.table(table)} where ${where(filter, null)} limit ${maxCountedRows}) counted`)
      return cappedTotal(counted?.total ?? 0)
    },
  })
}

const after = (key: readonly string[], direction: 'asc' | 'desc', position: Position): Expression<SqlBool> => {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  return sql<boolean>`(${columns}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${sql.join([...position])})`
}

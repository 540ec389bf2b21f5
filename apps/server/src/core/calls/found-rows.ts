import { type Found, type FoundKind, limits } from '@holdfast/contract'
import { sql } from 'kysely'
import {
  allOf,
  type ColumnName,
  type Condition,
  isEqual,
  matchesText,
  queryBuilder,
  rankOfText,
  type Searched,
  type Tables,
} from '../../platform/database/index.ts'
import type { RequestContext } from './request-context.ts'

/** What one kind contributes to `GET /found`. */
export interface FoundOfKind {
  items: Found[]
  /** Whether more match than the items. */
  hasMore: boolean
}

/** Leaves out what is more than `GET /found` returns of one kind; give it at least one more. */
export const firstOfKind = (found: readonly Found[]): FoundOfKind => ({
  items: found.slice(0, limits.maxFoundOfKind),
  hasMore: found.length > limits.maxFoundOfKind,
})

/** Things of one kind that `GET /found` looks for in a table. */
export interface FoundRows {
  kind: FoundKind
  table: keyof Tables
  reference: ColumnName
  /** The columns of a person's name, if there is one. */
  name: readonly ColumnName[]
  searched: readonly Searched[]
  /** Restrict the rows to those that the caller may see. */
  conditions: readonly Condition[]
}

/** The rows of the account that contain a text, the best matches first. Reads all rows, whatever the text is. */
export const foundRows = async (
  ctx: RequestContext,
  text: string,
  { kind, table, reference, name, searched, conditions }: FoundRows,
): Promise<FoundOfKind> => {
  const fullName = sql.join([sql`' '`, ...name.map((column) => sql.ref(column))])
  const rows = sql<Found>`select ${kind}::text as kind, ${sql.ref(reference)} as reference,
      ${name.length === 0 ? sql`null` : sql`nullif(concat_ws(${fullName}), '')`} as name, null as payload_type
    from ${sql.table(table)}
    where ${allOf([isEqual('client', ctx.client), ...conditions, matchesText(searched, text)])}
    order by ${rankOfText(searched, text)}, ${sql.ref(reference)} limit ${limits.maxFoundOfKind + 1}`
  return firstOfKind(await ctx.readOnce(rows.compile(queryBuilder)))
}

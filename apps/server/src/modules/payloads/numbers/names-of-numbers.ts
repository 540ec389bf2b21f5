import { type RawBuilder, sql } from 'kysely'
import type { RequestContext } from '../../../core/calls/index.ts'
import { queryBuilder } from '../../../platform/database/index.ts'
import { lookupOfScope } from '../lists/payload-number-query.ts'
import type { Scope } from '../lists/payload-scope.ts'

interface NamedNumber {
  number: string
  name: string
}

/** A name of each number that handsets gave it in recordings of the scopes; numbers without one are left out. */
export const namesOfNumbers = async (
  ctx: RequestContext,
  numbers: readonly string[],
  scopes: readonly Scope[],
): Promise<ReadonlyMap<string, string>> => {
  if (numbers.length === 0) return new Map()
  const rows = await ctx.readOnce<NamedNumber>(namesQuery(ctx.client, numbers, scopes).compile(queryBuilder))
  return new Map(rows.map(({ number, name }) => [number, name]))
}

/**
 * Each number takes one look into an index, or one for each group and type if they are few. The order is that of the index, so that no
 * further names of a number are read.
 */
export const namesQuery = (
  client: string,
  numbers: readonly string[],
  scopes: readonly Scope[],
): RawBuilder<NamedNumber> => {
  const named = scopes.map((scope) => {
    const lookup = lookupOfScope(scope, numbers.length)
    const from = sql.join([sql`unnest(${numbers}::text[]) as probe_number`, ...lookup.from], sql` cross join `)
    const conditions = [
      sql`n.client = ${client}`,
      ...lookup.conditions,
      sql`n.number = probe_number`,
      sql`n.name <> ''`,
    ]
    const first = sql`select n.name from parties n where ${sql.join(conditions, sql` and `)}
      order by n.payload_type, n."group", n.name limit 1`
    return sql`(select probe_number as number, first.name from ${from} cross join lateral (${first}) first)`
  })
  return sql`select number, min(name) as name from (${sql.join(named, sql` union all `)}) named group by number`
}

import { sql } from 'kysely'

/**
 * Values that a query looks up one by one, laterally, as `wanted.value`: each by itself in the index. Of one query for all
 * of them PostgreSQL would read the whole table while that is small.
 */
export const eachValue = <T>(values: readonly T[], type: 'text' | 'bigint') =>
  sql<{ value: T }>`unnest(${values}::${sql.raw(type)}[])`.as<'wanted'>(sql`wanted(value)`)

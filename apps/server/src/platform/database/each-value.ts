import { sql } from 'kysely'

/**
 * Values that a lateral join looks up one by one, as `wanted.value`, so that each uses the index. For `= any(…)` PostgreSQL
 * would scan the whole table while that is small, and a prepared statement would keep that plan. The joined query needs a `limit`,
 * or PostgreSQL may read its whole table instead of looking up each value.
 */
export const eachValue = <T>(values: readonly T[], type: 'text' | 'bigint') =>
  sql<{ value: T }>`unnest(${values}::${sql.raw(type)}[])`.as<'wanted'>(sql`wanted(value)`)

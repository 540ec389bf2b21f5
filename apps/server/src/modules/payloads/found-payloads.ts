import { type Found, limits, payloadTypes } from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import { queryBuilder, type Statement } from '../../platform/database/index.ts'
import { findPayload } from './get-payload.ts'
import { lookupOfScope, type NumberRange, rangesOf } from './payload-number-query.ts'
import { type Scope, scopesOf } from './payload-scope.ts'

const payloadReference = /^\S{26,36}$/u

/** The recording with this reference, if the caller may read it. Most references are ULIDs, whose letters may be typed small. */
export const foundPayloads = async (ctx: RequestContext, text: string): Promise<Found[]> => {
  const references = [...new Set([text, text.toUpperCase()])].filter((reference) => payloadReference.test(reference))
  const found: Found[] = []
  for (const reference of references) {
    const payload = await ctx.read((tx) => findPayload(tx, reference))
    if (!payload || !(await ctx.can('payloads:read', payload.group, payload.payload_type))) continue
    found.push({ kind: 'payload', reference, name: null, payload_type: payload.payload_type })
  }
  return found
}

/**
 * The numbers that begin with the text, of recordings that the caller may read. For each group and type, an index is asked for
 * one number after the other, so the work does not depend on how many recordings there are.
 */
export const foundNumbers = async (ctx: RequestContext, text: string): Promise<Found[]> => {
  const scopes = scopesOf(await ctx.visibility('payloads:read', payloadTypes), undefined)
  if (scopes.length === 0) return []
  const each = scopes.map((scope) => numbersOfScope(ctx.client, rangesOf(text), scope))
  const statement: Statement<{ number: string }> = sql<{ number: string }>`select distinct number
    from (${sql.join(each, sql` union all `)}) found
    order by number limit ${limits.maxFoundOfKind}`.compile(queryBuilder)
  const numbers = await ctx.readOnce(statement)
  return numbers.map(({ number }) => ({ kind: 'number', reference: number, name: null, payload_type: null }))
}

const numbersOfScope = (client: string, ranges: readonly NumberRange[], scope: Scope): RawBuilder<unknown> => {
  const lookup = lookupOfScope(scope, ranges.length)
  const from = [
    sql`unnest(${ranges.map(({ from }) => from)}::text[], ${ranges.map(({ until }) => until)}::text[])
      as probe_range (range_from, range_until)`,
    ...lookup.from,
  ]
  const kept = sql.join([sql`range_until`, ...lookup.names])
  const firstNumber = (beginning: RawBuilder<unknown>) => sql`select n.number from payload_numbers n
    where ${sql.join([sql`n.client = ${client}`, ...lookup.conditions, beginning, sql`n.number < range_until`], sql` and `)}
    order by n.number limit 1`
  return sql`(with recursive listed as (
    select ${kept}, first.number, 1 as place
    from ${sql.join(from, sql` cross join `)} cross join lateral (${firstNumber(sql`n.number >= range_from`)}) first
    union all
    select ${kept}, following.number, place + 1
    from listed cross join lateral (${firstNumber(sql`n.number > listed.number`)}) following
    where place < ${limits.maxFoundOfKind}::int
  ) select number from listed)`
}

import { limits } from '@holdfast/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../../core/calls/index.ts'
import { hasWordsBeginning, queryBuilder } from '../../../platform/database/index.ts'
import { wordsOf } from '../../../platform/folded-text.ts'
import { digitsOf, maxPartCharacters } from '../content/part-ranges.ts'
import { lastCharacter, lookupOfScope } from '../lists/payload-number-query.ts'
import type { Scope } from '../lists/payload-scope.ts'

export interface FoundNumber {
  number: string
  /** The name by which it was found; '' if the number itself has the text. */
  name: string
}

/** How many names with the longest word are compared with the other words. */
const maxCompared = 20_000

interface NumbersNamed {
  numbers: FoundNumber[]
  /** Whether more names than are compared have the longest word. */
  isCut: boolean
}

/**
 * The numbers of parties whose name has, in any order, a word that begins with each word of the text; `null` for a single word, which
 * `foundNumbers` finds by itself. The names with the longest word, usually the rarest, are read from the index.
 */
export const numbersNamed = async (
  ctx: RequestContext,
  text: string,
  scopes: readonly Scope[],
): Promise<NumbersNamed | null> => {
  const words = wordsOf(text)
  if (words.length < 2 || digitsOf(text) !== null) return null
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one)).slice(0, maxPartCharacters)
  const named = scopes.map((scope) => {
    const lookup = lookupOfScope(scope, 1)
    const conditions = [
      sql`n.client = ${ctx.client}`,
      ...lookup.conditions,
      sql`n.part >= ${longest}::text`,
      sql`n.part < ${longest + lastCharacter}::text`,
    ]
    const rows = sql`select n.number, n.name from party_parts n where ${sql.join(conditions, sql` and `)}`
    const branches = lookup.from.length === 0 ? sql`(select) one` : sql.join(lookup.from, sql` cross join `)
    return sql`(select found.* from ${branches} cross join lateral (${rows} limit ${sql.lit(maxCompared)}) found)`
  })
  const statement = sql`with compared as materialized (
      select number, name from (${sql.join(named, sql` union all `)}) named limit ${sql.lit(maxCompared)}),
    found as (
      select number, min(name) as name from compared
      where ${hasWordsBeginning(sql`case when name = '' then number else name end`, words)}
      group by number order by number limit ${sql.lit(limits.maxFoundOfKind + 1)})
    select found.number, found.name, (select count(*) = ${sql.lit(maxCompared)} from compared) as is_cut
    from (select) one left join found on true`.compile(queryBuilder)
  const rows = await ctx.readOnce<FoundNumber & { is_cut: boolean }>(statement)
  return { numbers: rows.filter(({ number }) => number !== null), isCut: rows.some(({ is_cut }) => is_cut) }
}

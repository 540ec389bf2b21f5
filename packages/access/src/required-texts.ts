import type { RE2JS } from 're2js'

/** Texts of which at least one occurs in every match. */
export type OneOf = readonly string[]

/** What the library found that every match of a regex contains (its `Prefilter`, whose class it does not export). */
interface Prefilter {
  readonly type: number
  readonly str: string
  readonly subs: readonly Prefilter[]
}

const exact = 1
const and = 2
const or = 3

/** More alternatives than that take as long to look for as the regex to try. */
const maxAlternatives = 32

/** What every match of a regex contains: one text of each of the lists. Empty when there is nothing to go by. */
export const requiredOf = (regex: RE2JS): readonly OneOf[] => {
  const filter: Prefilter | null = regex.re2Input.prefilter
  return filter === null ? [] : readAll(filter)
}

const readAll = (filter: Prefilter): readonly OneOf[] => {
  if (filter.type === and) return filter.subs.flatMap(readAll)
  const alternatives = readAlternatives(filter)
  return alternatives === null || alternatives.length > maxAlternatives ? [] : [alternatives]
}

/** Null where an alternative asks for nothing that can be looked for. */
const readAlternatives = (filter: Prefilter): OneOf | null => {
  if (filter.type === exact) return filter.str === '' ? null : [filter.str]
  if (filter.type === and) return longest(filter.subs.flatMap(readAll))
  if (filter.type !== or) return null
  const read = filter.subs.map(readAlternatives)
  return read.some((one) => one === null) ? null : read.flatMap((one) => one ?? [])
}

/** The list whose shortest text is the longest: it occurs in the fewest texts. */
const longest = (lists: readonly OneOf[]): OneOf | null =>
  lists.reduce<OneOf | null>((best, list) => (best && shortestOf(best) >= shortestOf(list) ? best : list), null)

const shortestOf = (texts: OneOf): number => Math.min(...texts.map((text) => text.length))

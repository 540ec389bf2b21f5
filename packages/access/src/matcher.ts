import { LRUCache } from 'lru-cache'
import { RE2JS } from 're2js'
import { RegexSet } from './regex-set.ts'

/**
 * What a permission or condition compares with a text: always the whole of it, case-sensitively (docs/decisions/0001,
 * 'Roles'). A `broken` regex does not compile or is too large. It matches nothing; a denial with one counts it as matching.
 */
export type Matcher =
  | { readonly kind: 'exact'; readonly text: string }
  | WildcardMatcher
  | { readonly kind: 'regex'; readonly text: string; readonly instructions: number; readonly alone: RegexSet }
  | { readonly kind: 'broken'; readonly text: string; readonly problem: string }

export interface WildcardMatcher {
  readonly kind: 'wildcard'
  readonly text: string
  /** What stands before, between and after the `*`. */
  readonly segments: readonly string[]
}

/** The largest compiled regex, in instructions. Matching costs at most the text's length times that. */
const maxRegexInstructions = 2_000

export const regexTooLarge = 'The regex is too large.'

/**
 * Compiles a matcher. Without `isRegex`, `*` stands for any characters or none and every other character for itself. Regexes
 * are RE2's: linear time, no back-references, and `.` does not match a line break.
 */
export const compileMatcher = (text: string, isRegex: boolean): Matcher => {
  if (isRegex) return compileRegex(text)
  if (!text.includes('*')) return { kind: 'exact', text }
  return { kind: 'wildcard', text, segments: text.split('*') }
}

/** Roles are compiled again after every change of access, mostly with the same regexes. */
const compiledRegexes = new LRUCache<string, Matcher>({ max: 5_000 })

const compileRegex = (text: string): Matcher => {
  const known = compiledRegexes.get(text)
  if (known) return known
  const matcher = checkRegex(text)
  compiledRegexes.set(text, matcher)
  return matcher
}

const checkRegex = (text: string): Matcher => {
  try {
    const instructions = RE2JS.compile(text).programSize()
    if (instructions > maxRegexInstructions) return { kind: 'broken', text, problem: regexTooLarge }
    return { kind: 'regex', text, instructions, alone: new RegexSet([text]) }
  } catch (error) {
    return { kind: 'broken', text, problem: error instanceof Error ? error.message : 'The regex does not compile.' }
  }
}

/** Whether the whole of `subject` matches. */
export const matches = (matcher: Matcher, subject: string): boolean => {
  switch (matcher.kind) {
    case 'exact':
      return matcher.text === subject
    case 'wildcard':
      return matchesSegments(matcher.segments, subject)
    case 'regex':
      return matcher.alone.match(subject).length > 0
    case 'broken':
      return false
  }
}

/** Each segment between the first and the last is taken where it first occurs, which leaves the most for those after it. */
const matchesSegments = (segments: readonly string[], subject: string): boolean => {
  const first = segments[0] ?? ''
  const last = segments[segments.length - 1] ?? ''
  const end = subject.length - last.length
  if (end < first.length || !subject.startsWith(first) || !subject.endsWith(last)) return false
  let from = first.length
  for (let index = 1; index < segments.length - 1; index++) {
    const segment = segments[index] ?? ''
    const found = subject.indexOf(segment, from)
    if (found < 0) return false
    from = found + segment.length
    if (from > end) return false
  }
  return true
}

/**
 * Whether `wide` certainly matches everything that `narrow` matches. False where that is unknown, as for two different
 * regexes. Of two wildcards it is decided by matching the text of `narrow`: only a `*` of `wide` can match a `*` in it.
 */
export const isWithin = (narrow: Matcher, wide: Matcher): boolean => {
  if (narrow.kind === 'broken' || wide.kind === 'broken') return false
  if (narrow.kind === wide.kind && narrow.text === wide.text) return true
  if (narrow.kind === 'exact') return matches(wide, narrow.text)
  if (wide.kind === 'wildcard' && wide.text === '*') return true
  return narrow.kind === 'wildcard' && wide.kind === 'wildcard' && matches(wide, narrow.text)
}

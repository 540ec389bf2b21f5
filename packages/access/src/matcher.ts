import { Regex } from './regex.ts'

/**
 * What a permission or condition compares with: the whole text, case-sensitively (docs/decisions/0001, 'Roles').
 * `broken` is a regex that does not compile; it never matches by itself, and whoever holds it fails closed.
 */
export type Matcher =
  | { readonly kind: 'exact'; readonly text: string }
  | { readonly kind: 'wildcard'; readonly text: string; readonly segments: readonly string[] }
  | { readonly kind: 'regex'; readonly text: string; readonly regex: Regex }
  | { readonly kind: 'broken'; readonly text: string; readonly problem: string }

/** The largest compiled regex, in instructions. Matching costs at most text length × this, so it bounds a decision. */
const maxRegexInstructions = 2_000

export const regexTooLarge = 'The regex is too large.'

/**
 * Reads a matcher. Without `isRegex` a `*` stands for any characters, none included, and every other character for
 * itself. A regex is RE2's (linear time, no back-references) and has to match the whole text; `.` stops at a newline.
 */
export const compileMatcher = (text: string, isRegex: boolean): Matcher => {
  if (isRegex) return compileRegex(text)
  if (!text.includes('*')) return { kind: 'exact', text }
  return { kind: 'wildcard', text, segments: text.split('*') }
}

/** Regexes that are remembered as compiled, since roles are compiled anew with every change; past that the oldest go. */
const maxRemembered = 5_000
const remembered = new Map<string, Matcher>()

const compileRegex = (text: string): Matcher => {
  const known = remembered.get(text)
  if (known) return known
  const matcher = readRegex(text)
  const [oldest] = remembered.size >= maxRemembered ? remembered.keys() : []
  if (oldest !== undefined) remembered.delete(oldest)
  remembered.set(text, matcher)
  return matcher
}

const readRegex = (text: string): Matcher => {
  try {
    const regex = new Regex(text)
    if (regex.size > maxRegexInstructions) return { kind: 'broken', text, problem: regexTooLarge }
    return { kind: 'regex', text, regex }
  } catch (error) {
    return { kind: 'broken', text, problem: error instanceof Error ? error.message : 'The regex does not compile.' }
  }
}

/** Whether the whole of `subject` matches. A broken matcher matches nothing. */
export const matches = (matcher: Matcher, subject: string): boolean => {
  switch (matcher.kind) {
    case 'exact':
      return matcher.text === subject
    case 'wildcard':
      return matchesSegments(matcher.segments, subject)
    case 'regex':
      return matcher.regex.matches(subject)
    case 'broken':
      return false
  }
}

/** The first segment is the beginning, the last the end, those between follow each other; leftmost is never wrong. */
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
 * Whether everything that `narrow` matches is certainly matched by `wide` too. False where it cannot be told, as for
 * two different regexes. A wildcard's text that matches another wildcard contains it: the `*` in it can only be
 * taken by a `*`.
 */
export const isWithin = (narrow: Matcher, wide: Matcher): boolean => {
  if (narrow.kind === 'broken' || wide.kind === 'broken') return false
  if (narrow.kind === wide.kind && narrow.text === wide.text) return true
  if (narrow.kind === 'exact') return matches(wide, narrow.text)
  if (wide.kind === 'wildcard' && wide.text === '*') return true
  return narrow.kind === 'wildcard' && wide.kind === 'wildcard' && matches(wide, narrow.text)
}

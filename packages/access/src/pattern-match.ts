import { type Action, allActions, type Permission } from '@holdfast/contract'
import { coversAction } from './compile.ts'
import { compileMatcher } from './matcher.ts'
import type { Steps } from './steps.ts'

/** How many of the actions that exist a permission covers. */
export interface PatternMatch {
  readonly actions_matching: string
  readonly is_regex: boolean
  readonly is_denied: boolean
  readonly action_count: number
  /** For a permission that covers none: the pattern that was probably meant. */
  readonly probably: string | null
}

/** How many actions each permission of a role covers, whatever its conditions are. In steps, for roles with many regexes. */
export function* patternMatchesInSteps(permissions: readonly Permission[], client: string): Steps<PatternMatch[]> {
  const matches: PatternMatch[] = []
  for (const { actions_matching, is_regex = false, is_denied = false } of permissions) {
    yield
    const covered = (text: string): Action[] => {
      const permission = { actions: compileMatcher(text, is_regex), isDenied: is_denied }
      return allActions.filter((action) => coversAction(permission, action, client))
    }
    const action_count = covered(actions_matching).length
    const nearest = action_count > 0 ? null : nearestPattern(actions_matching, is_regex)
    const probably = nearest !== null && covered(nearest).length > 0 ? nearest : null
    matches.push({ actions_matching, is_regex, is_denied, action_count, probably })
  }
  return matches
}

const nouns = [...new Set(allActions.map((action) => action.slice(0, action.indexOf(':'))))]
const known: readonly string[] = [...allActions, ...nouns.map((noun) => `${noun}:*`)]

/** An action, or all of a noun, that differs in few letters; of a regex, the one with `.*` where the author wrote the `*` of wildcards. */
const nearestPattern = (text: string, isRegex: boolean): string | null => {
  if (isRegex) return text.includes('*') ? text.replace(/\.?\*/g, '.*') : null
  const typed = text.toLowerCase().trim()
  const [nearest] = known
    .map((pattern) => ({ pattern, distance: lettersBetween(typed, pattern) }))
    .sort((one, other) => one.distance - other.distance)
  return nearest && nearest.distance <= Math.max(2, typed.length / 3) ? nearest.pattern : null
}

/** How many letters have to be added, removed or replaced to make one text of the other (Levenshtein). */
const lettersBetween = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (let place = 1; place <= other.length; place++) {
      const replaced = (row[place - 1] ?? 0) + (letter === other[place - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[place] ?? 0) + 1, (next[place - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}

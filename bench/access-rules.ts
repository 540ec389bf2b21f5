import type { Group } from '@holdfast/access'
import { type Action, allActions, type RoleRules } from '@holdfast/contract'

/** A rule in no engine's syntax, which is translated in the same way for each of them. */
export interface Rule {
  /**
   * The only `*` of `exact` and `wildcard` texts is the last character. For a `regex`, all texts that it matches are
   * listed.
   */
  readonly kind: 'exact' | 'wildcard' | 'regex'
  readonly actions: string
  readonly name: string
  /** All texts that a regex matches, for engines without regexes. */
  readonly alternatives: readonly string[]
  readonly region: string | null
  readonly isDenied: boolean
}

export interface AccessQuestion {
  readonly action: Action
  readonly group: Group
  readonly region: string
}

const regions = ['EU', 'UK', 'US', 'BR']
const actionMatchers = ['payloads:read', 'payloads:*', 'payloads:play', 'comments:*', 'devices:read']

const nameOf = (desk: number): string => `Desk ${String(desk).padStart(4, '0')}`

/**
 * Rule number `index` of a set. Each names its own desks, every tenth denies, and every third also requires a region.
 */
const ruleAt = (index: number, withRegexes: boolean): Rule => {
  const kind = withRegexes && index % 5 === 4 ? 'regex' : index % 5 >= 3 ? 'wildcard' : 'exact'
  const desk = nameOf(index)
  const base = desk.slice(0, -1)
  const alternatives = kind === 'regex' ? [`${base}2`, `${base}5`, `${base}8`] : []
  return {
    kind,
    actions: actionMatchers[index % actionMatchers.length] ?? '*',
    name: kind === 'regex' ? `${base}(2|5|8)` : kind === 'wildcard' ? `${base}*` : desk,
    alternatives,
    region: index % 3 === 0 ? (regions[index % regions.length] ?? null) : null,
    isDenied: index % 10 === 9,
  }
}

export const rulesOf = (count: number, withRegexes: boolean): Rule[] =>
  Array.from({ length: count }, (_, index) => ruleAt(index, withRegexes))

/** The same rules as one Holdfast role. */
export const asRole = (rules: readonly Rule[]): RoleRules => ({
  role_reference: 'Bench',
  permissions: rules.map((rule) => ({
    actions_matching: rule.actions,
    is_denied: rule.isDenied,
    conditions: [
      { names_matching: rule.name, is_regex: rule.kind === 'regex' },
      ...(rule.region ? [{ keys_matching: 'region', values_matching: rule.region }] : []),
    ],
  })),
})

/**
 * A thousand questions about desks that the first `count` rules name, with actions that some rules name and some don't.
 */
export const questionsAbout = (count: number): AccessQuestion[] =>
  Array.from({ length: 1_000 }, (_, index) => {
    const desk = (index * 7) % count
    const region = regions[(index * 3) % regions.length] ?? 'EU'
    const action = index % 4 === 3 ? allActions[index % allActions.length] : 'payloads:read'
    const tags = [
      { tag_key: 'region', tag_value: region },
      { tag_key: 'office', tag_value: 'Main' },
    ]
    return { action: action ?? 'payloads:read', region, group: { group_reference: nameOf(desk), tags } }
  })

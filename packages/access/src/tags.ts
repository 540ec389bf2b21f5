import { isTagValueAllowed, type TagDefinition } from '@holdfast/contract'
import type { Group, Tag } from './group.ts'

/** What a tag definition requires of groups. The contract's `checkTagDefinition` checks the definition itself. */
export type GroupTagRules = Pick<TagDefinition, 'tag_key' | 'tag_values' | 'is_required' | 'default_value'>

export const groupTagProblems = {
  not_defined: 'This tag is not defined',
  value_not_allowed: 'The tag does not allow this value',
  missing: 'This tag is required',
} as const

/** A fault of one tag of a group. */
export interface GroupTagProblem {
  readonly tag_key: string
  readonly problem: keyof typeof groupTagProblems
}

/** Adds the default values of required tags that a group lacks. */
export const withDefaultTags = (tags: readonly Tag[], definitions: readonly GroupTagRules[]): Tag[] => [
  ...tags,
  ...definitions.flatMap(({ tag_key, is_required, default_value }) =>
    is_required && default_value !== null && !hasTag(tags, tag_key) ? [{ tag_key, tag_value: default_value }] : [],
  ),
]

/** Faults of the tags of a group: keys without a definition, values that it does not allow, missing required tags. */
export const checkGroupTags = (tags: readonly Tag[], definitions: readonly GroupTagRules[]): GroupTagProblem[] => {
  const byKey = new Map(definitions.map((definition) => [definition.tag_key, definition]))
  return [
    ...tags.flatMap(({ tag_key, tag_value }): GroupTagProblem[] => {
      const definition = byKey.get(tag_key)
      if (definition === undefined) return [{ tag_key, problem: 'not_defined' }]
      return isTagValueAllowed(definition, tag_value) ? [] : [{ tag_key, problem: 'value_not_allowed' }]
    }),
    ...definitions
      .filter(({ is_required, tag_key }) => is_required && !hasTag(tags, tag_key))
      .map(({ tag_key }): GroupTagProblem => ({ tag_key, problem: 'missing' })),
  ]
}

const hasTag = (tags: readonly Tag[], key: string): boolean => tags.some(({ tag_key }) => tag_key === key)

/**
 * The references of groups whose tags a changed definition would not allow, or that use a deleted one. Such a change is only
 * applied with `force_update` (rules-and-calls section 5).
 * @param definition null if it is deleted
 */
export const groupsBrokenBy = (tagKey: string, definition: GroupTagRules | null, groups: readonly Group[]): string[] =>
  groups
    .filter(({ tags }) => {
      const concerned = tags.filter(({ tag_key }) => tag_key === tagKey)
      return checkGroupTags(concerned, definition ? [definition] : []).length > 0
    })
    .map(({ group_reference }) => group_reference)

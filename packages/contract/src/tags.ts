import { type Static, Type } from 'typebox'
import { TagKey, TagValue, UserReference } from './fields.ts'
import { nullable } from './nullable.ts'
import { Timestamp } from './times.ts'

/** What a person edits of a tag. `tag_values` null allows any value, an empty list none. */
export const tagFields = {
  tag_values: nullable(Type.Array(TagValue, { maxItems: 1000, uniqueItems: true })),
  is_required: Type.Boolean(),
  default_value: nullable(TagValue),
}

export const TagDefinition = Type.Object(
  { tag_key: TagKey, ...tagFields, updated_at: Timestamp, updated_by: nullable(UserReference) },
  { title: 'TagDefinition', description: 'A key that groups can be tagged with, and the values it may have.' },
)
export type TagDefinition = Static<typeof TagDefinition>

export type TagRules = Pick<TagDefinition, 'tag_values' | 'is_required' | 'default_value'>

export const tagProblems = {
  default_missing: 'A required tag needs a default value',
  values_missing: 'A required tag needs at least one allowed value',
  default_not_allowed: 'The default value must be one of the allowed values',
} as const
export type TagProblem = keyof typeof tagProblems

/**
 * The tag rules of rules-and-calls section 5: a required tag needs a default value and non-empty tag_values; the default
 * must be one of the tag_values. Gives the problems found, none when the definition is sound.
 */
export const checkTagDefinition = ({ tag_values, is_required, default_value }: TagRules): TagProblem[] => {
  const problems: TagProblem[] = []
  if (is_required && default_value === null) problems.push('default_missing')
  if (is_required && (tag_values === null || tag_values.length === 0)) problems.push('values_missing')
  if (default_value !== null && tag_values !== null && !tag_values.includes(default_value)) {
    problems.push('default_not_allowed')
  }
  return problems
}

/** Whether a group may carry this value under the tag. */
export const isTagValueAllowed = (tag: Pick<TagDefinition, 'tag_values'>, value: string): boolean =>
  tag.tag_values === null || tag.tag_values.includes(value)

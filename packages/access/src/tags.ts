import type { Group, Tag } from './group.ts'

/** A definition of a tag (spec sections 3 and 5). Null `tag_values` allow any value, an empty list allows none. */
export interface TagRules {
  readonly tag_key: string
  readonly tag_values: readonly string[] | null
  readonly is_required?: boolean
  readonly default_value?: string | null
}

export interface TagProblem {
  readonly tag_key: string
  readonly message: string
}

/** What a definition breaks of the rules for definitions. */
export const checkTagDefinition = (definition: TagRules): TagProblem[] => {
  const problem = (message: string): TagProblem => ({ tag_key: definition.tag_key, message })
  const { tag_values, default_value } = definition
  const hasDefault = default_value !== undefined && default_value !== null
  const problems: TagProblem[] = []
  if (definition.is_required && !hasDefault) problems.push(problem('A required tag needs a default value.'))
  if (definition.is_required && !tag_values?.length) problems.push(problem('A required tag needs values.'))
  if (hasDefault && tag_values !== null && !tag_values.includes(default_value)) {
    problems.push(problem('The default must be one of the values.'))
  }
  return problems
}

/** Adds the defaults of required tags that a group does not have. */
export const withDefaultTags = (tags: readonly Tag[], definitions: readonly TagRules[]): Tag[] => [
  ...tags,
  ...definitions.flatMap(({ tag_key, is_required, default_value }) =>
    is_required && default_value != null && !tags.some((tag) => tag.tag_key === tag_key)
      ? [{ tag_key, tag_value: default_value }]
      : [],
  ),
]

/** What the tags of a group break: keys without a definition, values that theirs does not allow, required tags missing. */
export const checkGroupTags = (tags: readonly Tag[], definitions: readonly TagRules[]): TagProblem[] => {
  const byKey = new Map(definitions.map((definition) => [definition.tag_key, definition]))
  return [
    ...tags.flatMap(({ tag_key, tag_value }) => {
      const definition = byKey.get(tag_key)
      if (definition === undefined) return [{ tag_key, message: 'This tag is not defined.' }]
      return allowsValue(definition, tag_value) ? [] : [{ tag_key, message: 'The tag does not allow this value.' }]
    }),
    ...definitions
      .filter((definition) => definition.is_required && !hasTag(tags, definition.tag_key))
      .map(({ tag_key }) => ({ tag_key, message: 'This tag is required.' })),
  ]
}

const allowsValue = ({ tag_values }: TagRules, value: string): boolean =>
  tag_values === null || tag_values.includes(value)

const hasTag = (tags: readonly Tag[], key: string): boolean => tags.some(({ tag_key }) => tag_key === key)

/**
 * References of the groups that a changed definition would break, or that a deleted one (null) would leave with an
 * undefined tag. Such a change is applied only with `force_update` (spec section 5).
 */
export const groupsBrokenBy = (tagKey: string, definition: TagRules | null, groups: readonly Group[]): string[] =>
  groups
    .filter(({ tags }) => {
      const concerned = tags.filter(({ tag_key }) => tag_key === tagKey)
      return checkGroupTags(concerned, definition ? [definition] : []).length > 0
    })
    .map(({ group_reference }) => group_reference)

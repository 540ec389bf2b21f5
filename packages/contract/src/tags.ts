import { type Static, Type } from 'typebox'
import { acceptGains, TagImpact } from './access-gains.ts'
import { call } from './call.ts'
import { changeFields } from './entity-fields.ts'
import { GroupReference, newReference, TagKey, TagValue } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { expectedVersion, Version } from './versions.ts'

/** The fields of a tag that people edit. `tag_values`: null allows any value, an empty list none. */
export const tagFields = {
  tag_values: nullable(Type.Array(TagValue, { maxItems: 1000, uniqueItems: true })),
  is_required: Type.Boolean(),
  default_value: nullable(TagValue),
}

export const TagDefinition = Type.Object(
  { tag_key: TagKey, ...tagFields, ...changeFields, version: Version },
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
 * must be one of the tag_values. Returns the problems, none for a valid definition.
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

/** Whether a group may have this value for the tag. */
export const isTagValueAllowed = (tag: Pick<TagDefinition, 'tag_values'>, value: string): boolean =>
  tag.tag_values === null || tag.tag_values.includes(value)

const valuesOfGroup = Type.Array(TagValue, { maxItems: limits.maxTagsPerGroup })

/** What a forced change of a definition did to a group: all its values of the tag before and after; empty without the tag. */
export const ChangedGroup = Type.Object({
  group_reference: GroupReference,
  before: valuesOfGroup,
  after: valuesOfGroup,
})
export type ChangedGroup = Static<typeof ChangedGroup>

/** At most 100 groups are named; `changed_total` counts all. */
const changed = {
  changed_groups: Type.Array(ChangedGroup, { maxItems: 100 }),
  changed_total: Type.Integer({ minimum: 0 }),
}

export const TagChange = Type.Object(
  { tag: TagDefinition, ...changed },
  { title: 'TagChange', description: 'A tag definition as it is now, and the groups that changed with it.' },
)
export type TagChange = Static<typeof TagChange>

export const TagDeletion = Type.Object(changed, {
  title: 'TagDeletion',
  description: 'The groups that lost the tag whose definition was deleted.',
})
export type TagDeletion = Static<typeof TagDeletion>

export const TagParams = Type.Object({ tag_key: TagKey }, closed)

/** Applies a change even if existing groups do not agree with it (rules-and-calls section 5). */
const force = { force_update: Type.Optional(Type.Boolean({ default: false })) }

export const listTags = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/tags',
  summary: 'Lists tag definitions by key.',
  action: 'tags:read',
  query: listQuery({ is_required: Type.Optional(Type.Boolean()) }),
  response: listOf(TagDefinition),
  errors: ['list.bad_last_key'],
})

export const getTag = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/tags/{tag_key}',
  summary: 'Reads one tag definition.',
  action: 'tags:read',
  params: TagParams,
  response: TagDefinition,
  errors: ['request.not_found'],
})

export const putTag = call({
  catalogue: 'admin-client',
  method: 'PUT',
  path: '/tags/{tag_key}',
  summary:
    'Creates or replaces a tag definition. With force_update groups that it breaks get the default value, or lose the tag.',
  action: 'tags:write',
  params: Type.Object({ tag_key: newReference(TagKey) }, closed),
  query: Type.Object({ ...force, ...acceptGains }, closed),
  body: Type.Object({ ...expectedVersion, ...tagFields }, closed),
  maxBodyBytes: limits.maxLargeBodyBytes,
  response: TagChange,
  audit: 'tag.updated',
  errors: [
    'edit.conflict',
    'tag.breaks_groups',
    'access.exceeds_own',
    'access.ends_sooner',
    'access.opens_to_others',
    'access.ends_sooner',
    'access.needs_second_person',
  ],
})

export const deleteTag = call({
  catalogue: 'admin-client',
  method: 'DELETE',
  path: '/tags/{tag_key}',
  summary: 'Deletes a tag definition. With force_update groups that have the tag lose it.',
  action: 'tags:write',
  params: TagParams,
  query: Type.Object({ ...force, ...acceptGains, ...expectedVersion }, closed),
  response: TagDeletion,
  audit: 'tag.deleted',
  errors: [
    'request.not_found',
    'edit.conflict',
    'tag.breaks_groups',
    'access.exceeds_own',
    'access.ends_sooner',
    'access.opens_to_others',
    'access.ends_sooner',
    'access.needs_second_person',
  ],
})

export const previewTag = call({
  catalogue: 'admin-client',
  method: 'POST',
  path: '/tags/{tag_key}/preview',
  summary:
    'Tells who would gain and lose what if a tag definition was changed, or deleted, with force_update, without doing so.',
  action: 'tags:write',
  params: TagParams,
  body: Type.Object({ definition: nullable(Type.Object(tagFields, closed)) }, closed),
  maxBodyBytes: limits.maxLargeBodyBytes,
  response: TagImpact,
  errors: ['access.exceeds_own'],
  beyondSpecification: true,
})

export const tagCalls = { listTags, getTag, putTag, deleteTag, previewTag }

import { type Static, Type } from 'typebox'
import { acceptGains, TagImpact } from './access-gains.ts'
import { call } from './call.ts'
import { changeFields } from './entity-fields.ts'
import { GroupReference, newReference, TagKey, TagValue, text } from './fields.ts'
import { limits } from './limits.ts'
import { closed } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { anyOf } from './reference-lists.ts'
import { ServiceName } from './services.ts'
import { ExpectedVersionQuery, expectedVersion, Version } from './versions.ts'

export const GroupTag = Type.Object({ tag_key: TagKey, tag_value: TagValue }, closed)
export type GroupTag = Static<typeof GroupTag>

/** At most 50, unique (rules-and-calls section 5). */
export const GroupTags = Type.Array(GroupTag, { maxItems: limits.maxTagsPerGroup, uniqueItems: true })

const Count = Type.Integer({ minimum: 0 })

export const GroupStats = Type.Object({
  device_users: Count,
  expected_devices: Count,
  actual_devices: Count,
  services: Type.Array(
    Type.Object({
      service: ServiceName,
      used_licenses: Count,
      expected_devices: Count,
      active_devices: Count,
      active_users: Count,
    }),
  ),
})

export type GroupStats = Static<typeof GroupStats>

export const Group = Type.Object(
  {
    group_reference: GroupReference,
    tags: GroupTags,
    stats: GroupStats,
    ...changeFields,
    version: Version,
  },
  { title: 'Group', description: 'A set of device users and their recordings, to which roles give access.' },
)
export type Group = Static<typeof Group>

export const GroupParams = Type.Object({ group_reference: GroupReference }, closed)

export const listGroups = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/groups',
  summary: 'Lists groups by reference, with counts of their users, devices and licences.',
  action: 'groups:read',
  query: listQuery({
    groups: anyOf(GroupReference),
    search: Type.Optional(text(255, 1)),
    tag_key: Type.Optional(TagKey),
    tag_value: Type.Optional(TagValue),
  }),
  response: listOf(Group),
  errors: ['list.bad_last_key'],
})

export const getGroup = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/groups/{group_reference}',
  summary: 'Reads one group.',
  action: 'groups:read',
  params: GroupParams,
  response: Group,
  errors: ['request.not_found'],
})

const NewGroupParams = Type.Object({ group_reference: newReference(GroupReference) }, closed)
const GivenTags = Type.Array(Type.Object({ tag_key: TagKey, tag_value: newReference(TagValue) }, closed), {
  maxItems: limits.maxTagsPerGroup,
  uniqueItems: true,
})

export const putGroup = call({
  catalogue: 'admin-client',
  method: 'PUT',
  path: '/groups/{group_reference}',
  summary: 'Creates a group, or replaces its tags. Required tags that are left out get their default value.',
  action: 'groups:write',
  params: NewGroupParams,
  query: Type.Object(acceptGains, closed),
  body: Type.Object({ ...expectedVersion, tags: GivenTags }, closed),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: Group,
  audit: 'group.updated',
  errors: [
    'edit.conflict',
    'group.tags_invalid',
    'access.exceeds_own',
    'access.ends_sooner',
    'access.opens_to_others',
    'access.ends_sooner',
    'access.needs_second_person',
  ],
})

export const previewGroup = call({
  catalogue: 'admin-client',
  method: 'POST',
  path: '/groups/{group_reference}/preview',
  summary: 'Tells who would gain and lose what by other tags of a group, without saving them.',
  action: 'groups:write',
  params: NewGroupParams,
  body: Type.Object({ tags: GivenTags }, closed),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: TagImpact,
  beyondSpecification: true,
})

export const deleteGroup = call({
  catalogue: 'admin-client',
  method: 'DELETE',
  path: '/groups/{group_reference}',
  summary: 'Deletes a group that nobody and nothing belongs to.',
  action: 'groups:write',
  params: GroupParams,
  query: ExpectedVersionQuery,
  responseKind: 'empty',
  audit: 'group.deleted',
  errors: ['request.not_found', 'edit.conflict', 'group.in_use'],
})

export const groupCalls = { listGroups, getGroup, putGroup, deleteGroup, previewGroup }

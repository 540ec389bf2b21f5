import { type Static, type TProperties, Type } from 'typebox'
import { auditEvents } from './audit-events.ts'
import { call } from './call.ts'
import { accountFields } from './entity-fields.ts'
import {
  DeviceReference,
  DeviceUserReference,
  GroupReference,
  RoleReference,
  text,
  Ulid,
  UserReference,
} from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { PlayedRange } from './payload-data.ts'
import { PayloadMeta } from './payload-metadata.ts'
import { PayloadType } from './payload-types.ts'
import { Payload } from './payloads.ts'
import { anyOf } from './reference-lists.ts'
import { DateParameter, Timestamp } from './times.ts'
import { BriefEvent, VisitEvent } from './visit-events.ts'

/** What an entry of the trail can be about. */
export const subjectKinds = [
  'payload',
  'portal_user',
  'role',
  'group',
  'tag',
  'app',
  'device',
  'device_user',
  'support_access',
  'access_request',
  'role_draft',
  'saved_view',
  'report',
  'review_queue',
  'completeness_statement',
  'carrier_import',
  'carrier_record',
  'alert',
  'matter',
  'client',
] as const

export const ActivitySubject = Type.Object(
  {
    kind: Type.Enum(subjectKinds),
    reference: Type.String(),
    name: nullable(
      Type.String({
        description:
          'Of a person; of a device user whose group the reader may read the trail or the people of; of a saved view and a report, as it was called then; of a review queue, a statement of completeness and a file of a carrier, for readers of the whole trail; otherwise null',
      }),
    ),
    payload: nullable(
      Type.Object(
        {
          payload_type: PayloadType,
          payload_time: Timestamp,
          device_reference: DeviceReference,
          device_user_reference: nullable(DeviceUserReference),
          numbers: Payload.properties.numbers,
          meta: PayloadMeta,
        },
        { description: 'Of a recording that the reader may see; null otherwise, and for everything else' },
      ),
    ),
    recorded: nullable(
      Type.Object(
        { payload_type: PayloadType, payload_time: Timestamp },
        {
          description:
            'Kind and time of a recording that the reader may not see, in a group whose trail the reader may read; otherwise null',
        },
      ),
    ),
  },
  { title: 'ActivitySubject', description: 'What an entry of the trail is about.' },
)
export type ActivitySubject = Static<typeof ActivitySubject>

/**
 * What came of a call. `not_found`: what it named does not exist, or the caller may not know of it, which the product answers alike;
 * `not_done`: the caller may do it, but it was wrong or impossible.
 */
export const activityOutcomes = ['done', 'not_done', 'refused', 'not_found'] as const
export type ActivityOutcome = (typeof activityOutcomes)[number]

/** Reasons of answers that name what is not there without being a 404 themselves, such as one item of several. */
export const reasonsOfNotFound: readonly string[] = ['request.not_found', 'NoMatchingRecord']

const notFound = 404

export const outcomeOf = ({
  is_allowed,
  denial_reason,
  status_code,
}: Pick<UserActivity, 'is_allowed' | 'denial_reason' | 'status_code'>): ActivityOutcome => {
  if (denial_reason === null) return 'done'
  if (is_allowed) return 'not_done'
  return status_code === notFound || reasonsOfNotFound.includes(denial_reason) ? 'not_found' : 'refused'
}

/** Subjects of an entry in a list; its own screen has up to 100. */
export const maxListedSubjects = 3

const activity = {
  ...accountFields,
  log_id: Type.String(),
  activity_time: Timestamp,
  activity_end_time: nullable(Timestamp),
  duration: nullable(Type.Number({ minimum: 0, description: 'Milliseconds' })),
  group: nullable(GroupReference),
  action: Type.String({ description: 'The call, e.g. GET /payloads/{payload_reference}' }),
  is_allowed: Type.Boolean({
    description: 'false: refused for want of access, or what it named is not there for the caller (401, 403, 404)',
  }),
  denial_reason: nullable(Type.String({ description: 'Code of the refusal or error; null: the call was carried out' })),
  parameters: Type.Record(Type.String(), Type.Unknown()),
  status_code: nullable(Type.Integer({ minimum: 100, maximum: 599 })),
  event: nullable(
    Type.Enum(auditEvents, { description: 'What the call changed or handed out; of several, what it is for' }),
  ),
  brief: nullable(BriefEvent),
  subjects: Type.Array(ActivitySubject),
  subject_count: Type.Integer({ minimum: 0, description: 'How many subjects there are; a list has the first 3' }),
}

export const Listening = Type.Object(
  {
    reference: Ulid,
    until: Timestamp,
    played: Type.Array(PlayedRange, {
      maxItems: 100,
      description: 'Which seconds the player reported; none of what was viewed',
    }),
  },
  { title: 'Listening', description: 'What was played or viewed of a recording after it was opened.' },
)
export type Listening = Static<typeof Listening>

export const UserActivity = Type.Object(
  {
    ...activity,
    user_id: nullable(Type.String()),
    user_name: nullable(Type.String({ description: 'Of a person of the account' })),
    roles: Type.Array(RoleReference),
    user_ip: nullable(Type.String()),
    browser: nullable(Type.String()),
    is_client_app: Type.Boolean(),
    support_reference: nullable(Type.String({ description: 'The support request under which staff acted' })),
    listening: nullable(Listening),
  },
  { title: 'UserActivity', description: 'One call of a person or client app, refused ones too.' },
)
export type UserActivity = Static<typeof UserActivity>

export const DeviceActivity = Type.Object(
  {
    ...activity,
    device_ip: nullable(Type.String()),
    device_reference: nullable(DeviceReference),
    device_user_reference: nullable(DeviceUserReference),
    device_user_name: nullable(
      Type.String({ description: 'For readers who may read the trail of their group, or its people' }),
    ),
  },
  { title: 'DeviceActivity', description: 'One call of a device, refused ones too.' },
)
export type DeviceActivity = Static<typeof DeviceActivity>

const entry = { request_id: Type.String(), events: Type.Array(VisitEvent) }

export const UserActivityEntry = Type.Interface([UserActivity], entry, {
  title: 'UserActivityEntry',
  description: 'One call of a person or client app, with what it changed or handed out.',
})
export type UserActivityEntry = Static<typeof UserActivityEntry>

export const DeviceActivityEntry = Type.Interface([DeviceActivity], entry, {
  title: 'DeviceActivityEntry',
  description: 'One call of a device, with what it changed or handed out.',
})
export type DeviceActivityEntry = Static<typeof DeviceActivityEntry>

const dates = { date_from: Type.Optional(DateParameter), date_to: Type.Optional(DateParameter) }

const activityFilter = {
  groups: anyOf(GroupReference),
  action: Type.Optional(text(255, 1)),
  did: Type.Optional(
    Type.Array(text(255, 1), {
      minItems: 1,
      maxItems: limits.maxReferencesInBatch,
      description: 'Events, such as role.updated, and calls, such as GET /roles; entries with any of them',
    }),
  ),
  is_allowed: Type.Optional(Type.Boolean()),
  outcomes: anyOf(Type.Enum(activityOutcomes)),
  subjects: Type.Optional(
    Type.Array(Type.String({ maxLength: 255, pattern: `^(?:${subjectKinds.join('|')}):.` }), {
      minItems: 1,
      maxItems: limits.maxReferencesInBatch,
      description: 'Kinds and references, such as role:Reviewer: entries about any of them',
    }),
  ),
  has_reads: Type.Optional(
    Type.Boolean({
      description:
        'false: without what was only looked at: calls that changed nothing, opened no content and were not refused, other than those of support visits and searches for words',
    }),
  ),
}

const userFilter = {
  ...activityFilter,
  user_id: Type.Optional(UserReference),
  person: Type.Optional(
    Type.String({ ...text(255, 1), description: 'Any part of the reference or name of who called' }),
  ),
  has_portal_reads: Type.Optional(
    Type.Boolean({
      description:
        'false: without what the portal reads by itself, and without the further requests of a player; refused ones stay, and of visits what tells of the account',
    }),
  ),
  is_client_app: Type.Optional(Type.Boolean()),
  support_reference: Type.Optional(Ulid),
  listening_reference: Type.Optional(Ulid),
  has_parts: Type.Optional(
    Type.Boolean({
      description:
        'false: what was played or viewed stands in the entry that opened the recording, if that is within the period',
    }),
  ),
}

const deviceFilter = {
  ...activityFilter,
  device_references: anyOf(DeviceReference),
  device_user_references: anyOf(DeviceUserReference),
}

export const listActivities = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/activities',
  summary: 'Lists what people and client apps did or tried, newest first.',
  action: 'audit:read',
  query: listQuery({ ...dates, ...userFilter }),
  response: listOf(UserActivity),
  errors: ['list.bad_last_key'],
})

export const listDeviceActivities = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/device_activities',
  summary: 'Lists what devices did or tried, newest first.',
  action: 'audit:read',
  query: listQuery({ ...dates, ...deviceFilter }),
  response: listOf(DeviceActivity),
  errors: ['list.bad_last_key'],
})

export const HourOfTrail = Type.Object({
  from: Timestamp,
  done: Type.Integer({ minimum: 0 }),
  not_done: Type.Integer({ minimum: 0 }),
  refused: Type.Integer({ minimum: 0 }),
  not_found: Type.Integer({ minimum: 0 }),
})
export type HourOfTrail = Static<typeof HourOfTrail>

export const TrailByHour = Type.Object(
  {
    items: Type.Array(HourOfTrail, { description: 'The hours that have entries, in their order' }),
    is_capped: Type.Optional(
      Type.Boolean({ description: 'true: only the latest 10,000 entries were counted, and there are more' }),
    ),
  },
  { title: 'TrailByHour', description: 'How many entries of the trail the hours of a day have, by outcome.' },
)
export type TrailByHour = Static<typeof TrailByHour>

/** Days have 23 to 25 hours. */
const maxHours = 25

const dayQuery = <F extends TProperties>(filter: F) =>
  Type.Object(
    {
      from: Type.String({ ...DateParameter, description: 'When the first hour begins (UTC)' }),
      hours: Type.Integer({ minimum: 1, maximum: maxHours }),
      filter: Type.Optional(Type.Object(filter, closed)),
    },
    closed,
  )

export const countActivitiesByHour = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/activities/hours',
  summary: 'Counts what people and client apps did or tried in the hours of a day, by outcome.',
  action: 'audit:read',
  query: dayQuery(userFilter),
  response: TrailByHour,
  beyondSpecification: true,
})

export const countDeviceActivitiesByHour = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/device_activities/hours',
  summary: 'Counts what devices did or tried in the hours of a day, by outcome.',
  action: 'audit:read',
  query: dayQuery(deviceFilter),
  response: TrailByHour,
  beyondSpecification: true,
})

const EntryParams = Type.Object({ log_id: Ulid }, closed)

export const getActivity = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/activities/{log_id}',
  summary: 'Reads one entry of the trail of people and client apps.',
  action: 'audit:read',
  params: EntryParams,
  response: UserActivityEntry,
  errors: ['request.not_found'],
  beyondSpecification: true,
})

export const getDeviceActivity = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/device_activities/{log_id}',
  summary: 'Reads one entry of the trail of devices.',
  action: 'audit:read',
  params: EntryParams,
  response: DeviceActivityEntry,
  errors: ['request.not_found'],
  beyondSpecification: true,
})

export const activityCalls = {
  listActivities,
  countActivitiesByHour,
  getActivity,
  listDeviceActivities,
  countDeviceActivitiesByHour,
  getDeviceActivity,
}

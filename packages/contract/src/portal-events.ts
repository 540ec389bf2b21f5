import { type Static, Type } from 'typebox'
import type { Action } from './actions.ts'
import { call } from './call.ts'
import { DeviceReference, GroupReference, ThreadId } from './fields.ts'
import { liveNouns } from './nouns/index.ts'
import { nullable } from './nullable.ts'
import { PayloadType } from './payload-types.ts'
import { Timestamp } from './times.ts'

interface LiveNotice {
  /**
   * What a person must be allowed to do in the group of a changed object to be notified of it, besides the people and roles
   * that the notice is addressed to; `null` for objects of single people and roles: nobody else is notified.
   */
  readonly action: Action | null
  /** The detail of the noun's audit events that names what changed. Without it, handlers send the notice (`tx.notify`). */
  readonly reference?: string
}

/** What open screens are notified of, by noun. The noun is the kind of the notice and the beginning of its audit events. */
export const liveNotices = {
  payload: { action: 'payloads:read' },
  /** A verification of the recording that `reference` names. */
  verification: { action: 'payloads:read' },
  comment: { action: 'comments:read', reference: 'payload_reference' },
  device: { action: 'devices:read', reference: 'device_reference' },
  device_user: { action: 'device_users:read', reference: 'device_user_reference' },
  /** New lines of one group: `reference` is the last of them, `count` how many they are. */
  device_log: { action: 'logs:read' },
  /** New positions of one device in one group: `reference` is one of them, `count` how many they are. */
  gps: { action: 'gps:read' },
  /** A file of a carrier, while it is imported. */
  carrier_import: { action: 'carrier_imports:read', reference: 'import_reference' },
  /** Records of the device that `reference` names were compared or signed off. */
  carrier_record: { action: 'carrier_records:read' },
  /** A gap in the numbers of a device. */
  completeness: { action: 'completeness:read', reference: 'gap_reference' },
  completeness_statement: { action: 'completeness:read', reference: 'statement_reference' },
  enrolment_secret: { action: 'enrolment:read', reference: 'fingerprint' },
  /** A handset has used the code of the person that `reference` names. */
  one_time_code: { action: 'device_users:write' },
  group: { action: 'groups:read', reference: 'group_reference' },
  tag: { action: 'tags:read', reference: 'tag_key' },
  role: { action: 'roles:read', reference: 'role_reference' },
  role_draft: { action: 'roles:read', reference: 'draft_reference' },
  /** Of whoever made a request and whoever was notified of it. */
  access_request: { action: null },
  /** Also sent to the review's owner. */
  access_review: { action: 'roles:read' },
  support_access: { action: 'support_access:read' },
  alert: { action: 'alerts:read' },
  session: { action: 'account:read' },
  saved_view: { action: null },
  /** What a person may do themselves, since a role was given to them or has ended. */
  own_roles: { action: null },
  /** The person that it is addressed to has other notifications than before. */
  notification: { action: null },
  /** What waits for a review by the people that it is addressed to. */
  review: { action: null },
  review_queue: { action: 'reviews:manage', reference: 'queue_reference' },
  /** Also sent to its owner and members. */
  matter: { action: 'legal_holds:place' },
  /** The policy, or the run that `reference` names. */
  retention: { action: 'retention:read' },
  ...liveNouns,
} as const satisfies Record<string, LiveNotice>

export type PortalEventKind = keyof typeof liveNotices

/** What an open screen should read again. An event contains nothing that the caller could not read by a call. */
export const PortalEvent = Type.Object(
  {
    kind: Type.Enum(Object.keys(liveNotices) as PortalEventKind[]),
    reference: Type.String(),
    state: nullable(Type.String({ description: 'The new state, where the noun has one' })),
    payload_type: nullable(PayloadType),
    group: nullable(GroupReference),
    thread: Type.Optional(
      Type.Object(
        { device_reference: DeviceReference, thread_id: ThreadId },
        { description: 'The conversation that a message belongs to' },
      ),
    ),
    device_reference: Type.Optional({ ...DeviceReference, description: 'Whose positions they are' }),
    times: Type.Optional(
      Type.Object(
        { from: Timestamp, until: Timestamp },
        { description: 'When the first and the last position was measured' },
      ),
    ),
    progress: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: 'Of a job, as a share of its work' })),
    count: Type.Optional(Type.Integer({ minimum: 1, description: 'How many rows came; one, if absent' })),
    time: Timestamp,
  },
  { title: 'PortalEvent', description: 'Something that the caller may see has changed.' },
)
export type PortalEvent = Static<typeof PortalEvent>

export const streamEvents = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/events',
  summary: 'Streams changes to open screens as server-sent events.',
  action: 'signed_in',
  response: PortalEvent,
  responseKind: 'events',
  beyondSpecification: true,
})

export const portalEventCalls = { streamEvents }

import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { GroupReference } from './fields.ts'
import { nullable } from './nullable.ts'
import { PayloadType } from './payload-types.ts'
import { Timestamp } from './times.ts'

/** What an open screen should read again. An event contains nothing that the caller could not read by a call. */
export const portalEventKinds = [
  'payload',
  'comment',
  'device',
  'device_user',
  'group',
  'tag',
  'role',
  'app',
  'support_access',
  'alert',
  'session',
] as const

export const PortalEvent = Type.Object(
  {
    kind: Type.Enum(portalEventKinds),
    reference: Type.String(),
    state: nullable(Type.String({ description: 'The new state, where the noun has one' })),
    payload_type: nullable(PayloadType),
    group: nullable(GroupReference),
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

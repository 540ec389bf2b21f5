import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { DispositionName } from './dispositions.ts'
import { changeFields } from './entity-fields.ts'
import {
  DeviceReference,
  DeviceUserReference,
  GroupReference,
  NullablePhoneNumber,
  PayloadReference,
  PhoneNumber,
  Sha256Hex,
  ThreadId,
  text,
  UserReference,
} from './fields.ts'
import { MatterReference } from './legal-holds.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { ListTotal, pageOf, sortedListQuery } from './pages.ts'
import { PayloadAmendments } from './payload-amendments.ts'
import { Direction, PayloadMeta } from './payload-metadata.ts'
import { PayloadState } from './payload-states.ts'
import { PayloadType } from './payload-types.ts'
import { anyOf } from './reference-lists.ts'
import { RemovedByRetention } from './retention-runs.ts'
import { DateParameter, Timestamp } from './times.ts'
import { UnusualMark } from './unusual.ts'
import { SearchText, Snippet } from './word-search.ts'

/** A file of a message: how its sender labelled it, and what its bytes are. */
export const PayloadAttachment = Type.Object({
  name: nullable(Type.String()),
  media_type: nullable(Type.String({ description: 'As the sender labelled it' })),
  content_type: Type.String({ description: 'What the bytes are; application/octet-stream when that is not known' }),
  size: Type.Integer({ minimum: 0, description: 'Bytes' }),
})
export type PayloadAttachment = Static<typeof PayloadAttachment>

/** What the worker found when it opened and probed the content. Durations in milliseconds, sizes in pixels, rates in hertz. */
export const PayloadMedia = Type.Object({
  content_type: Type.String(),
  size: Type.Integer({ minimum: 0, description: 'Bytes of the opened content' }),
  duration_ms: nullable(
    Type.Number({
      minimum: 0,
      description: 'As counted by decoding it; null before that, and if nothing could be decoded',
    }),
  ),
  width: nullable(Type.Integer({ minimum: 0 })),
  height: nullable(Type.Integer({ minimum: 0 })),
  channels: nullable(Type.Integer({ minimum: 0 })),
  sample_rate: nullable(Type.Integer({ minimum: 0 })),
  undecoded_tracks: Type.Optional(
    Type.Array(Type.String(), { description: 'Tracks that can be neither heard nor seen here, such as audio/ac3' }),
  ),
  attachments: Type.Optional(Type.Array(PayloadAttachment, { description: 'Of a message, in their order' })),
})
export type PayloadMedia = Static<typeof PayloadMedia>

/**
 * A recording as the portal reads it. `damaged_at`: since when its stored content is known to be damaged or missing; null
 * while it is not. `encrypted_dek` and `s3_path` stay on the server: a portal never needs the wrapped key or the location of
 * the object, and `GET /payloads/{payload_reference}/data` is the only way to the content.
 */
export const Payload = Type.Object(
  {
    payload_reference: PayloadReference,
    payload_type: PayloadType,
    payload_state: PayloadState,
    device_reference: DeviceReference,
    device_user_reference: nullable(DeviceUserReference),
    group: nullable(GroupReference),
    device_ip: nullable(Type.String()),
    sequence: nullable(Type.Integer({ minimum: 0, description: "The device's own gapless number" })),
    key_id: nullable(Type.String()),
    checksum: nullable(Sha256Hex),
    size: nullable(Type.Integer({ minimum: 0, description: 'Sealed bytes' })),
    numbers: Type.Array(NullablePhoneNumber),
    thread_id: nullable(ThreadId),
    meta: PayloadMeta,
    amendments: nullable(PayloadAmendments),
    media: nullable(PayloadMedia),
    failure: nullable(Type.String({ description: 'Why the payload is Failed or Quarantined' })),
    is_legacy: Type.Boolean(),
    legacy_source: nullable(Type.String({ description: 'The former system of a legacy recording' })),
    legacy_reference: nullable(Type.String({ description: 'Its reference there' })),
    is_late: Type.Boolean(),
    is_personal_number: Type.Boolean(),
    unusual: Type.Array(UnusualMark, { description: 'What is out of the ordinary; it is kept like any other' }),
    payload_time: Timestamp,
    registered_at: Timestamp,
    uploaded_at: nullable(Timestamp),
    processed_at: nullable(Timestamp),
    damaged_at: nullable(Timestamp),
    transferred_at: nullable(Timestamp),
    receipt_confirmed_at: nullable(Timestamp),
    receipt_confirmed_by: nullable(UserReference),
    reviewed_at: nullable(Timestamp),
    reviewed_by: nullable(UserReference),
    disposition: nullable(
      Type.String({ description: 'Of the latest review; null also for callers who may not read reviews' }),
    ),
    ...changeFields,
  },
  { title: 'Payload', description: 'An encrypted recording and what is known about it.' },
)
export type Payload = Static<typeof Payload>

export const PayloadDeletion = Type.Object(
  {
    deleted_at: Timestamp,
    deleted_by: Type.String({ description: 'The person, app (`app/` and its reference), or `system` for retention' }),
    reason: nullable(Type.String({ description: 'In their own words' })),
    former_state: nullable(PayloadState),
    retention: nullable(RemovedByRetention),
  },
  { title: 'PayloadDeletion', description: 'Who deleted a recording, when and why, and what a restore leads to.' },
)
export type PayloadDeletion = Static<typeof PayloadDeletion>

export const PayloadDestruction = Type.Object(
  {
    destroyed_at: Timestamp,
    deleted_at: { ...nullable(Timestamp), description: 'When it had been deleted; null: it was destroyed at once' },
    retention: nullable(RemovedByRetention),
  },
  { title: 'PayloadDestruction', description: 'When a recording was destroyed, and by which run and rule.' },
)
export type PayloadDestruction = Static<typeof PayloadDestruction>

export const PayloadDetail = Type.Interface(
  [Payload],
  { deletion: nullable(PayloadDeletion), destruction: nullable(PayloadDestruction) },
  { title: 'Payload', description: 'An encrypted recording and what is known about it.' },
)
export type PayloadDetail = Static<typeof PayloadDetail>

/** Which of a payload's times `date_from` and `date_to` refer to, and by which the list is sorted. */
export const payloadDateFilterTypes = ['payload_time', 'updated_at', 'processed_at'] as const
export const PayloadDateFilterType = Type.Enum(payloadDateFilterTypes, { default: 'payload_time' })
export type PayloadDateFilterType = Static<typeof PayloadDateFilterType>

const PhoneNumberPrefix = {
  ...PhoneNumber,
  description:
    'The beginning of a number, or of the name of a sender. Digits alone also match after a plus: 4477 finds +447700900123. So does 07700, as it is dialled at home. A name also matches in capitals, in small letters, and with a capital first: hmrc finds HMRC.',
}
export const Failure = {
  ...text(255, 1),
  description: 'Why a recording is Failed or Quarantined: the `failure` of the recording.',
}

const filterWithoutWords = {
  payload_references: Type.Optional(
    Type.Array(PayloadReference, { minItems: 1, maxItems: limits.maxSelected, description: 'Selected recordings' }),
  ),
  payload_types: anyOf(PayloadType),
  payload_states: anyOf(PayloadState),
  groups: anyOf(GroupReference),
  numbers: anyOf(PhoneNumber),
  number_prefix: Type.Optional(PhoneNumberPrefix),
  directions: anyOf(Direction),
  failures: anyOf(Failure),
  date_from: Type.Optional(DateParameter),
  date_to: Type.Optional(DateParameter),
  date_filter_type: Type.Optional(PayloadDateFilterType),
  is_deleted: Type.Optional(Type.Boolean({ description: 'false: without deleted recordings; true: only these' })),
  is_late: Type.Optional(Type.Boolean()),
  is_personal_number: Type.Optional(Type.Boolean()),
  is_legacy: Type.Optional(Type.Boolean()),
  legacy_reference: Type.Optional({
    ...text(255, 1),
    description: 'The reference in the former system of a legacy recording, exactly; several systems may have it.',
  }),
  is_unusual: Type.Optional(Type.Boolean()),
  is_damaged: Type.Optional(
    Type.Boolean({ description: 'Whether the stored content is known to be damaged or missing' }),
  ),
  is_commented: Type.Optional(Type.Boolean()),
  is_reviewed: Type.Optional(Type.Boolean()),
  reviewed_by: anyOf(UserReference),
  reviewed_from: Type.Optional(DateParameter),
  reviewed_to: Type.Optional(DateParameter),
  dispositions: anyOf(DispositionName),
  matter_reference: Type.Optional({
    ...MatterReference,
    description: 'In this matter; nothing unless the caller may open it',
  }),
}
const payloadFilter = { ...filterWithoutWords, text: Type.Optional(SearchText) }

/**
 * The query of `GET /payloads`. Every filter narrows the list. `is_commented` covers only recordings whose comments the caller
 * may read (docs/decisions/0026), `dispositions` only those whose reviews they may read (0045). `reviewed_by`, `reviewed_from` and
 * `reviewed_to` are about the latest review of a recording, which stands on it. `text` only content that the caller may play, and comments that they may read (0029).
 */
export const PayloadQuery = sortedListQuery({
  ...payloadFilter,
  device_references: anyOf(DeviceReference),
  device_user_references: anyOf(DeviceUserReference),
})

/** What a review queue is drawn from: the filter of `GET /payloads` without words, whose search does not cover all at once. */
export const PayloadQueueFilter = Type.Object(
  {
    ...filterWithoutWords,
    device_references: anyOf(DeviceReference),
    device_user_references: anyOf(DeviceUserReference),
  },
  closed,
)
export type PayloadQueueFilter = Static<typeof PayloadQueueFilter>
export type PayloadQuery = Static<typeof PayloadQuery>

const NestedPayloadQuery = sortedListQuery(payloadFilter)

const ListedPayload = Type.Object(
  {
    ...Payload.properties,
    snippet: Type.Optional({
      ...nullable(Snippet),
      description: 'With the filter `text`; null if the content cannot be opened.',
    }),
  },
  { title: 'ListedPayload', description: 'A recording in a list.' },
)
export type ListedPayload = Static<typeof ListedPayload>

/** What a page of a search tells besides its items. The work of one request is limited: `last_key` continues it. */
const searchFields = {
  searched_back_to: Type.Optional({
    ...nullable(Timestamp),
    description: 'The request stopped here, before the end of the list and before the page was full; else null.',
  }),
  left_out: Type.Optional(
    Type.Array(Type.String(), { description: 'Words that are so common that they are not searched, as typed.' }),
  ),
  shortened: Type.Optional(
    Type.Array(Type.String(), { description: 'Prefixes of more words than are searched, as typed.' }),
  ),
  is_index_complete: Type.Optional(
    Type.Boolean({
      description: 'false: the index is being built, or was built by an earlier version; messages may be missing.',
    }),
  ),
}

const payloadList = Type.Union([Type.Object({ ...pageOf(ListedPayload).properties, ...searchFields }), ListTotal])

export const PayloadParams = Type.Object({ payload_reference: PayloadReference }, closed)

export const listPayloads = call({
  catalogue: 'client',
  method: 'GET',
  path: '/payloads',
  summary: 'Lists the recordings of the groups and payload types that the caller may read, by time.',
  action: 'payloads:read',
  query: PayloadQuery,
  response: payloadList,
  errors: ['list.bad_last_key', 'search.off', 'search.unreadable'],
})

export const getPayload = call({
  catalogue: 'client',
  method: 'GET',
  path: '/payloads/{payload_reference}',
  summary: 'Reads one recording.',
  action: 'payloads:read',
  params: PayloadParams,
  response: PayloadDetail,
  errors: ['payload.not_found'],
})

export const listDevicePayloads = call({
  catalogue: 'client',
  method: 'GET',
  path: '/devices/{device_reference}/payloads',
  summary: 'Lists the recordings of one device, by time.',
  action: 'payloads:read',
  params: Type.Object({ device_reference: DeviceReference }, closed),
  query: NestedPayloadQuery,
  response: payloadList,
  errors: ['request.not_found', 'list.bad_last_key', 'search.off', 'search.unreadable'],
})

export const listDeviceUserPayloads = call({
  catalogue: 'client',
  method: 'GET',
  path: '/users/{device_user_reference}/payloads',
  summary: 'Lists the recordings of one device user, by time.',
  action: 'payloads:read',
  params: Type.Object({ device_user_reference: DeviceUserReference }, closed),
  query: NestedPayloadQuery,
  response: payloadList,
  errors: ['request.not_found', 'list.bad_last_key', 'search.off', 'search.unreadable'],
})

export const payloadCalls = { listPayloads, getPayload, listDevicePayloads, listDeviceUserPayloads }

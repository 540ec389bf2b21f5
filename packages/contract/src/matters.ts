/** Matters: the cases and investigations that recordings are put into, and that legal holds belong to. */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { changeFields } from './entity-fields.ts'
import type { ErrorCode } from './errors.ts'
import { GroupReference, PayloadReference, Ulid, UserReference, writtenText } from './fields.ts'
import { HeldTargetType, HoldCoverage, LegalHold, MatterReference, ReleaseReason } from './legal-holds.ts'
import { limits } from './limits.ts'
import { mayField } from './may.ts'
import { closed, nullable } from './nullable.ts'
import { ListTotal, listOf, listQuery } from './pages.ts'
import { PayloadQueueFilter } from './payloads.ts'
import { portalReadHeaders } from './portal-reads.ts'
import { anyOf, batchOf, PayloadReferences, UlidList } from './reference-lists.ts'
import { DateOnly, Timestamp } from './times.ts'
import { expectedVersion, Version } from './versions.ts'

export const maxMatterTitleCharacters = 200
export const maxMatterReasonCharacters = 1000
export const maxMatterNoteCharacters = 5000
export const maxMatterMembers = 50
/** How many filters of a matter are kept up to date at the same time. */
export const maxMatterFeeds = 20
/** The same of all matters of an account. */
export const maxAccountFeeds = 100

const matterFields = {
  title: writtenText(maxMatterTitleCharacters),
  reason: writtenText(maxMatterReasonCharacters),
  review_on: nullable({ ...DateOnly, description: 'When somebody looks whether its holds are still needed' }),
  is_closed: Type.Boolean({
    description: 'A closed matter has no active holds and takes neither new ones nor recordings and notes',
  }),
}

const Members = Type.Array(UserReference, { maxItems: maxMatterMembers, uniqueItems: true })

const count = Type.Integer({ minimum: 0 })

export const matterFeedEndings = ['stopped', 'closed', 'removed', 'rights_ended'] as const

/** A filter whose recordings are put into a matter as they come, with the rights of the person who asked for it. */
export const MatterFeed = Type.Object(
  {
    feed_id: Ulid,
    filter: PayloadQueueFilter,
    created_at: Timestamp,
    created_by: UserReference,
    is_caught_up: Type.Boolean({ description: 'false: recordings from before are still being put in' }),
    stopped_at: nullable(Timestamp),
    stopped_by: nullable(UserReference),
    ending: nullable(
      Type.Enum(matterFeedEndings, {
        description:
          'Why it stopped. stopped: somebody stopped it; closed: with the matter; removed: the person who asked for it was removed; rights_ended: they lost their rights',
      }),
    ),
  },
  { title: 'MatterFeed', description: 'A filter that a matter is kept up to date with.' },
)
export type MatterFeed = Static<typeof MatterFeed>

/** Callers who only see that a matter exists are answered its reference and title, and null for these. */
const ofOpenMatters = {
  reason: nullable(matterFields.reason),
  is_closed: nullable(matterFields.is_closed),
  holds: nullable(
    Type.Object(
      { portal_users: count, device_users: count, groups: count, payloads: count },
      { description: 'Its active holds' },
    ),
  ),
  created_at: nullable(Timestamp),
  created_by: nullable(UserReference),
  updated_at: nullable(Timestamp),
}

export const Matter = Type.Object(
  {
    matter_reference: MatterReference,
    ...matterFields,
    owner: nullable(UserReference),
    is_owner_removed: Type.Boolean({ description: 'The owner was removed from the account: somebody can take over' }),
    members: Type.Array(UserReference, {
      description: 'Who sees its recordings and notes besides the owner and people who may place legal holds',
    }),
    payloads: nullable(ListTotal),
    feeds: Type.Array(MatterFeed, { description: 'The newest first; empty for callers who may not open it' }),
    ...mayField(['open', 'add', 'change', 'take_over']),
    ...changeFields,
    ...ofOpenMatters,
    version: Version,
  },
  {
    title: 'Matter',
    description:
      'A case or investigation with its recordings, notes and legal holds. Callers who may not open it are answered its reference and title alone. `payloads` counts its recordings, also destroyed ones, for callers who may read all recordings of the account; otherwise it is null.',
  },
)
export type Matter = Static<typeof Matter>

const ofMatters = { catalogue: 'client', beyondSpecification: true } as const
const MatterParams = Type.Object({ matter_reference: MatterReference }, closed)

export const listMatters = call({
  ...ofMatters,
  method: 'GET',
  path: '/matters',
  summary:
    'Lists matters by reference: all of them for readers of legal holds, with nothing but the titles of those that they may not open; otherwise those that the caller owns or is a member of.',
  action: 'matters:read',
  query: listQuery({
    matter_references: anyOf(MatterReference),
    is_open: Type.Optional(Type.Boolean({ description: 'Of those that the caller may open' })),
    is_own: Type.Optional(Type.Boolean({ description: 'true: that the caller owns or is a member of' })),
    payload_reference: Type.Optional({
      ...PayloadReference,
      description: 'With this recording, of those that the caller may open',
    }),
    text: Type.Optional({ ...writtenText(100), description: 'Part of the reference or the title' }),
  }),
  requestHeaders: portalReadHeaders,
  response: listOf(Matter),
  errors: ['list.bad_last_key'],
})

export const putMatter = call({
  ...ofMatters,
  method: 'PUT',
  path: '/matters/{matter_reference}',
  summary: 'Opens a matter, changes it, hands it on or closes it. Who opens it owns it.',
  action: 'matters:write',
  params: MatterParams,
  body: Type.Object(
    {
      ...expectedVersion,
      ...matterFields,
      owner: Type.Optional({ ...UserReference, description: 'As before if absent' }),
      members: Type.Optional({ ...Members, description: 'As before if absent' }),
    },
    closed,
  ),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: Matter,
  audit: 'matter.saved',
  errors: ['edit.conflict', 'matter.has_holds', 'matter.unknown_person'],
})

export const MatterPayloadOutcome = Type.Object(
  {
    payload_reference: PayloadReference,
    result: Type.Enum(['added', 'removed', 'unchanged', 'refused']),
    code: Type.Optional(Type.Enum(['payload.not_found'] as const satisfies readonly ErrorCode[])),
  },
  { title: 'MatterPayloadOutcome', description: 'What became of one recording.' },
)
export type MatterPayloadOutcome = Static<typeof MatterPayloadOutcome>

export const MatterPayloadOutcomes = Type.Object(
  {
    items: Type.Array(MatterPayloadOutcome),
    last_key: nullable(
      Type.String({ description: 'There is more: the same request with it continues; null when everything is done' }),
    ),
    feeds: Type.Array(MatterFeed, { description: 'That the request started or stopped' }),
  },
  { title: 'MatterPayloadOutcomes', description: 'What became of each recording and filter.' },
)
export type MatterPayloadOutcomes = Static<typeof MatterPayloadOutcomes>

const holdRefusals = [
  'payload.not_found',
  'group.unknown',
  'legal_hold.not_found',
  'legal_hold.already_released',
  'legal_hold.on_oneself',
  'legal_hold.needs_second_person',
] as const satisfies readonly ErrorCode[]

export const HoldOutcome = Type.Object(
  {
    target_type: HeldTargetType,
    target: LegalHold.properties.target,
    result: Type.Enum(['placed', 'unchanged', 'gone', 'released', 'release_asked', 'release_confirmed', 'refused'], {
      description: 'gone: the recording was destroyed before',
    }),
    /** For a hold that is on a group now. */
    coverage: Type.Optional(HoldCoverage),
    code: Type.Optional(Type.Enum(holdRefusals, { description: 'Product error code of a refusal' })),
  },
  { title: 'HoldOutcome', description: 'What became of one hold.' },
)
export type HoldOutcome = Static<typeof HoldOutcome>

const continued = {
  last_key: nullable(
    Type.String({ description: 'There is more: the same request with it continues; null when everything is done' }),
  ),
}

export const HoldOutcomes = Type.Object(
  { items: Type.Array(HoldOutcome), ...continued },
  { title: 'HoldOutcomes', description: 'What became of each hold.' },
)
export type HoldOutcomes = Static<typeof HoldOutcomes>

const Groups = batchOf(GroupReference)
const LastKey = Type.String({ minLength: 1, maxLength: 2048 })

/** How many recordings one request with a filter puts into a matter. */
export const matterPayloadsOfRequest = 500

export const putMatterPayloads = call({
  ...ofMatters,
  method: 'POST',
  path: '/matters/{matter_reference}/payloads',
  summary: `Puts recordings into a matter: chosen ones, what a filter finds now, ${matterPayloadsOfRequest} recordings a request, or what it finds now and later, until the matter is closed.`,
  action: 'matters:write',
  params: MatterParams,
  body: Type.Object(
    {
      payload_references: Type.Optional(PayloadReferences),
      filter: Type.Optional(PayloadQueueFilter),
      is_kept_up_to_date: Type.Optional(
        Type.Literal(true, {
          description: 'What the filter finds is put in by itself, with the rights that the caller has at that time',
        }),
      ),
      last_key: Type.Optional(LastKey),
    },
    { ...closed, minProperties: 1 },
  ),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: MatterPayloadOutcomes,
  audit: 'matter.payloads_added',
  errors: ['request.not_found', 'matter.closed', 'matter.too_many_feeds', 'list.bad_last_key'],
})

export const removeMatterPayloads = call({
  ...ofMatters,
  method: 'DELETE',
  path: '/matters/{matter_reference}/payloads',
  summary:
    'Takes recordings out of a matter, and stops keeping it up to date with filters. The recordings themselves stay as they are.',
  action: 'matters:write',
  params: MatterParams,
  body: Type.Object(
    { payload_references: Type.Optional(PayloadReferences), feeds: Type.Optional(UlidList) },
    { ...closed, minProperties: 1 },
  ),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: MatterPayloadOutcomes,
  audit: 'matter.payloads_removed',
  errors: ['request.not_found', 'matter.closed'],
})

export const MatterNote = Type.Object(
  { note_id: Ulid, note_body: Type.String(), created_at: Timestamp, created_by: UserReference },
  { title: 'MatterNote', description: 'A note on a matter. Notes are neither changed nor deleted.' },
)
export type MatterNote = Static<typeof MatterNote>

export const listMatterNotes = call({
  ...ofMatters,
  method: 'GET',
  path: '/matters/{matter_reference}/notes',
  summary: 'Lists the notes on a matter, the newest first.',
  action: 'matters:read',
  params: MatterParams,
  query: listQuery({}),
  requestHeaders: portalReadHeaders,
  response: listOf(MatterNote),
  errors: ['request.not_found', 'list.bad_last_key'],
})

export const createMatterNote = call({
  ...ofMatters,
  method: 'POST',
  path: '/matters/{matter_reference}/notes',
  summary: 'Writes a note on a matter.',
  action: 'matters:write',
  params: MatterParams,
  body: Type.Object({ note_body: writtenText(maxMatterNoteCharacters) }, closed),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: MatterNote,
  audit: 'matter.note_written',
  errors: ['request.not_found', 'matter.closed'],
})

/** How many recordings one request with a filter holds, and how many holds one request releases. */
export const holdsOfRequest = 500

export const placeMatterHolds = call({
  ...ofMatters,
  method: 'POST',
  path: '/matters/{matter_reference}/holds',
  summary: `Places holds of a matter on groups, on recordings, or on what a filter finds now, ${holdsOfRequest} recordings a request.`,
  action: 'legal_holds:place',
  params: MatterParams,
  body: Type.Object(
    {
      groups: Type.Optional(Groups),
      payload_references: Type.Optional(PayloadReferences),
      filter: Type.Optional(PayloadQueueFilter),
      last_key: Type.Optional(LastKey),
    },
    { ...closed, minProperties: 1 },
  ),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: HoldOutcomes,
  audit: 'legal_hold.placed',
  errors: ['request.not_found', 'matter.closed', 'list.bad_last_key'],
})

export const releaseMatterHolds = call({
  ...ofMatters,
  method: 'DELETE',
  path: '/matters/{matter_reference}/holds',
  summary: `Releases holds of a matter on groups and recordings, or everything of it, ${holdsOfRequest} holds a request. Where the account asks for two people, the first asks, and the second confirms.`,
  action: 'legal_holds:release',
  params: MatterParams,
  body: Type.Object(
    {
      groups: Type.Optional(Groups),
      payload_references: Type.Optional(PayloadReferences),
      is_everything: Type.Optional(Type.Literal(true, { description: 'All holds of the matter, also on people' })),
      reason: ReleaseReason,
      last_key: Type.Optional(LastKey),
    },
    { ...closed, minProperties: 1 },
  ),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: HoldOutcomes,
  audit: 'legal_hold.released',
  errors: ['request.not_found', 'list.bad_last_key'],
})

export const matterCalls = {
  listMatters,
  putMatter,
  putMatterPayloads,
  removeMatterPayloads,
  listMatterNotes,
  createMatterNote,
  placeMatterHolds,
  releaseMatterHolds,
}

/** Matters: the cases and investigations that legal holds belong to. */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { changeFields } from './entity-fields.ts'
import type { ErrorCode } from './errors.ts'
import { GroupReference, UserReference, writtenText } from './fields.ts'
import { HeldTargetType, HoldCoverage, LegalHold, MatterReference, ReleaseReason } from './legal-holds.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { PayloadQueueFilter } from './payloads.ts'
import { portalReadHeaders } from './portal-reads.ts'
import { anyOf, batchOf, PayloadReferences } from './reference-lists.ts'
import { DateOnly, Timestamp } from './times.ts'
import { expectedVersion, Version } from './versions.ts'

export const maxMatterTitleCharacters = 200
export const maxMatterReasonCharacters = 1000

const matterFields = {
  title: writtenText(maxMatterTitleCharacters),
  reason: writtenText(maxMatterReasonCharacters),
  review_on: nullable({ ...DateOnly, description: 'When somebody looks whether its holds are still needed' }),
  is_closed: Type.Boolean({ description: 'A closed matter has no active holds and takes no new ones' }),
}

const count = Type.Integer({ minimum: 0 })

export const Matter = Type.Object(
  {
    matter_reference: MatterReference,
    ...matterFields,
    holds: Type.Object(
      { portal_users: count, device_users: count, groups: count, payloads: count },
      { description: 'Its active holds' },
    ),
    created_at: Timestamp,
    created_by: UserReference,
    ...changeFields,
    version: Version,
  },
  { title: 'Matter', description: 'A case or investigation that legal holds belong to.' },
)
export type Matter = Static<typeof Matter>

const ofMatters = { catalogue: 'client', beyondSpecification: true } as const
const MatterParams = Type.Object({ matter_reference: MatterReference }, closed)

export const listMatters = call({
  ...ofMatters,
  method: 'GET',
  path: '/matters',
  summary: 'Lists matters by reference.',
  action: 'legal_holds:read',
  query: listQuery({
    matter_references: anyOf(MatterReference),
    is_open: Type.Optional(Type.Boolean()),
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
  summary: 'Opens a matter, changes it or closes it.',
  action: 'legal_holds:place',
  params: MatterParams,
  body: Type.Object({ ...expectedVersion, ...matterFields }, closed),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: Matter,
  audit: 'matter.saved',
  errors: ['edit.conflict', 'matter.has_holds'],
})

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

export const matterCalls = { listMatters, putMatter, placeMatterHolds, releaseMatterHolds }

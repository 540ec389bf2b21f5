/** Legal holds: what they reach is neither deleted nor destroyed while they last. Each belongs to a matter (matters.ts). */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { changeFields } from './entity-fields.ts'
import {
  DeviceUserReference,
  GroupReference,
  newReference,
  PayloadReference,
  text,
  Ulid,
  UserReference,
  visibleText,
  writtenText,
} from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { portalReadHeaders } from './portal-reads.ts'
import { anyOf } from './reference-lists.ts'
import { DateParameter, Timestamp } from './times.ts'

export const legalHoldTargetTypes = ['PortalUser', 'DeviceUser'] as const
export const LegalHoldTargetType = Type.Enum(legalHoldTargetTypes)
export type LegalHoldTargetType = Static<typeof LegalHoldTargetType>

/** Those of the specification, and what the holds of a matter can be on beyond it. */
export const heldTargetTypes = [...legalHoldTargetTypes, 'Group', 'Payload'] as const
export const HeldTargetType = Type.Enum(heldTargetTypes, {
  description: 'PortalUser and DeviceUser; beyond the specification also a group or a single recording',
})
export type HeldTargetType = Static<typeof HeldTargetType>

export const maxMatterReferenceCharacters = 60
export const MatterReference = newReference(visibleText(maxMatterReferenceCharacters))

/** The matter of holds that are placed without one. It is made when it is first needed. */
export const generalMatter = 'General'

export const LegalHoldTarget = Type.Object(
  { target: Type.Union([DeviceUserReference, UserReference]), target_type: LegalHoldTargetType },
  closed,
)
export type LegalHoldTarget = Static<typeof LegalHoldTarget>

export const maxReleaseReasonCharacters = 1000
/** Why holds are released, in the words of the person who asks for it or confirms it. */
export const ReleaseReason = Type.Optional({
  ...writtenText(maxReleaseReasonCharacters),
  description: 'Why: kept with the hold and on the trail',
})

/** Counting stops at this many recordings. */
export const maxCoveredRecordings = 10_000

export const HoldCoverage = Type.Object(
  {
    recordings: Type.Integer({ minimum: 0, description: 'Recordings that the hold reaches now; later ones follow' }),
    destroyed: Type.Integer({ minimum: 0, description: 'Recordings that were destroyed before it was placed' }),
    is_capped: Type.Boolean({ description: `true: there are more than ${maxCoveredRecordings} recordings` }),
  },
  {
    title: 'HoldCoverage',
    description:
      'What a new hold on a device user or group protects in the whole account, and what was gone before. Of portal users it is not counted.',
  },
)
export type HoldCoverage = Static<typeof HoldCoverage>

export const LegalHold = Type.Object(
  {
    hold_id: Ulid,
    matter_reference: MatterReference,
    target: Type.Union([DeviceUserReference, UserReference, GroupReference, PayloadReference]),
    target_type: HeldTargetType,
    is_active: Type.Boolean({ description: 'False once released: a logical deletion' }),
    created_at: Timestamp,
    created_by: UserReference,
    release_asked_at: nullable(Timestamp),
    release_asked_by: nullable(UserReference),
    release_reason: nullable({
      ...Type.String(),
      description:
        'Why its release was asked for, or why it was released; the trail also has what the second person gave',
    }),
    release_confirmed_by: nullable(UserReference),
    release_at: nullable({ ...Timestamp, description: 'When a confirmed release takes effect' }),
    released_at: nullable(Timestamp),
    released_by: nullable(UserReference),
    ...changeFields,
  },
  {
    title: 'LegalHold',
    description:
      'Keeps everything of a person, of a group or of one recording from being deleted or destroyed, also what comes in later.',
  },
)
export type LegalHold = Static<typeof LegalHold>

export const PlacedLegalHold = Type.Object(
  {
    ...LegalHold.properties,
    /** Of device users; what a portal user touched is not counted. */
    coverage: nullable(HoldCoverage),
  },
  { title: 'PlacedLegalHold', description: 'A hold with what it protects.' },
)
export type PlacedLegalHold = Static<typeof PlacedLegalHold>

const ofHolds = { catalogue: 'client', path: '/account/legal_holds' } as const

export const listLegalHolds = call({
  ...ofHolds,
  method: 'GET',
  summary:
    'Lists legal holds, the newest first: active ones on people, unless filters ask for released ones, groups or recordings.',
  action: 'legal_holds:read',
  query: listQuery({
    target_types: anyOf(HeldTargetType),
    targets: anyOf(text(255, 1)),
    matter_references: anyOf(MatterReference),
    is_active: Type.Optional(Type.Boolean({ description: 'true if absent, unless with_released is true' })),
    with_released: Type.Optional(Type.Boolean({ description: 'Active and released ones' })),
    is_release_asked: Type.Optional(
      Type.Boolean({ description: 'Whether the release of an active one was asked for' }),
    ),
    date_from: Type.Optional(DateParameter),
    date_to: Type.Optional(DateParameter),
  }),
  requestHeaders: portalReadHeaders,
  response: listOf(LegalHold),
  errors: ['list.bad_last_key'],
})

const ofTarget = {
  catalogue: 'client',
  path: '/account/legal_holds/{target_type}/{target}',
  params: Type.Object({ target_type: LegalHoldTargetType, target: LegalHoldTarget.properties.target }, closed),
  body: Type.Object(
    {
      ...LegalHoldTarget.properties,
      matter_reference: Type.Optional({
        ...MatterReference,
        description: 'The matter of the hold; without it General for a new hold, and all matters for a release',
      }),
    },
    closed,
  ),
  maxBodyBytes: limits.maxSmallBodyBytes,
} as const

export const placeLegalHold = call({
  ...ofTarget,
  method: 'PUT',
  summary: 'Places a legal hold on a person. If one of the matter is on them already, it stays, without a release.',
  action: 'legal_holds:place',
  response: PlacedLegalHold,
  audit: 'legal_hold.placed',
  errors: ['request.not_found', 'matter.closed'],
})

export const LegalHoldReleases = Type.Object(
  { items: Type.Array(LegalHold) },
  {
    title: 'LegalHoldReleases',
    description: 'The holds as they are now: released, or their release asked for or confirmed.',
  },
)
export type LegalHoldReleases = Static<typeof LegalHoldReleases>

export const releaseLegalHold = call({
  ...ofTarget,
  method: 'DELETE',
  body: Type.Object({ ...ofTarget.body.properties, reason: ReleaseReason }, closed),
  summary:
    'Releases the legal holds on a person. Where the account asks for two people, the first asks, and the second confirms.',
  action: 'legal_holds:release',
  response: LegalHoldReleases,
  audit: 'legal_hold.released',
  errors: [
    'request.not_found',
    'legal_hold.not_found',
    'legal_hold.already_released',
    'legal_hold.on_oneself',
    'legal_hold.needs_second_person',
  ],
})

export const legalHoldCalls = { listLegalHolds, placeLegalHold, releaseLegalHold }

/**
 * What devices have recorded and not delivered. Each recording has its device's own number, without gaps, so a missing one is seen
 * (docs/decisions/0064-completeness.md).
 */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { changeFields } from './entity-fields.ts'
import {
  DeviceReference,
  DeviceUserReference,
  GroupReference,
  PayloadReference,
  UserReference,
  WholeNumber,
  writtenText,
} from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { ListTotal, listOf, listQuery } from './pages.ts'
import { PayloadType } from './payload-types.ts'
import { portalReadHeaders } from './portal-reads.ts'
import { anyOf } from './reference-lists.ts'
import { DateOnly, DateParameter, Timestamp } from './times.ts'
import { expectedVersion, Version } from './versions.ts'

/** Why recordings never arrived, as a person states it or as evidence suggests it. */
export const gapReasons = [
  'switched_off',
  'no_sim',
  'permission_withdrawn',
  'storage_full',
  'factory_reset',
  'waiting_to_upload',
  'other',
] as const
export const GapReason = Type.Enum(gapReasons)
export type GapReason = Static<typeof GapReason>

export const gapStates = ['open', 'explained', 'closed'] as const
export const GapState = Type.Enum(gapStates, {
  description:
    'open: recordings are missing and nobody has explained why. explained: somebody has. closed: all of them have arrived.',
})
export type GapState = Static<typeof GapState>

export const maxGapExplanationCharacters = 1000
const Written = writtenText(maxGapExplanationCharacters)

export const SequenceGap = Type.Object(
  {
    ...changeFields,
    gap_reference: PayloadReference,
    device_reference: DeviceReference,
    device_user_reference: nullable(DeviceUserReference),
    group: nullable(GroupReference),
    first_missing: WholeNumber,
    last_missing: WholeNumber,
    missing: Type.Integer({
      minimum: 1,
      description: 'How many recordings; of a closed gap, how many were missing last',
    }),
    before_time: nullable({
      ...Timestamp,
      description: 'When the recording before them was made; null if they are the first, or if it is hidden',
    }),
    is_before_hidden: Type.Boolean({
      description:
        'The recording before them belongs to a group that the caller may not see: the device was handed over',
    }),
    after_time: { ...Timestamp, description: 'When the recording after them was made. The gap counts on this day' },
    seen_since: { ...Timestamp, description: 'Since when the server has known of it' },
    state: GapState,
    closed_at: nullable(Timestamp),
    explanation: nullable(
      Type.Object({ reason: GapReason, text: Type.String(), explained_at: Timestamp, explained_by: UserReference }),
    ),
    version: Version,
  },
  {
    title: 'SequenceGap',
    description:
      'Numbers of a device that no recording has, between two that have arrived. Person and group are those of the recording after them.',
  },
)
export type SequenceGap = Static<typeof SequenceGap>

export const GapParams = Type.Object({ gap_reference: PayloadReference }, closed)

export const evidenceKinds = [
  'battery_empty',
  'no_report',
  'no_sim',
  'permission_denied',
  'services_off',
  'storage_full',
  'factory_reset',
  'recordings_waiting',
  'silent_since',
] as const

export const GapEvidence = Type.Object(
  {
    kind: Type.Enum(evidenceKinds, {
      description:
        'battery_empty, no_sim, permission_denied, services_off, storage_full, recordings_waiting: from a report of the device. no_report: the device, which reports otherwise, did not between time and until. factory_reset: it authenticated as a new installation. silent_since: it has not been heard of since.',
    }),
    reason: GapReason,
    time: Timestamp,
    until: nullable(Timestamp),
    values: Type.Array(Type.String(), { description: 'What the device reported, such as permissions' }),
    source: Type.Enum(['telemetry', 'device']),
  },
  { title: 'GapEvidence', description: 'Something known around a gap that can explain it.' },
)
export type GapEvidence = Static<typeof GapEvidence>

const Neighbour = Type.Object({
  sequence: WholeNumber,
  payload_time: Timestamp,
  recording: nullable(
    Type.Object(
      { payload_reference: PayloadReference, payload_type: PayloadType },
      { description: 'null for callers who may not find this recording' },
    ),
  ),
})

export const SequenceGapDetail = Type.Object(
  {
    gap: SequenceGap,
    before: nullable(Neighbour),
    after: nullable(Neighbour),
    has_changed_hands: Type.Boolean({
      description:
        'The recordings before and after it are of different people or groups: the missing ones may be of either',
    }),
    suggestion: nullable(GapReason),
    evidence: Type.Array(GapEvidence, { description: 'What supports the suggestion comes first' }),
  },
  { title: 'SequenceGapDetail', description: 'A gap with what is known around it.' },
)
export type SequenceGapDetail = Static<typeof SequenceGapDetail>

const ofGaps = { catalogue: 'admin-client', beyondSpecification: true } as const

export const listSequenceGaps = call({
  ...ofGaps,
  method: 'GET',
  path: '/completeness/gaps',
  summary: 'Lists gaps in the numbers of devices, those of the latest recordings first.',
  action: 'completeness:read',
  query: listQuery({
    groups: anyOf(GroupReference),
    device_references: anyOf(DeviceReference),
    device_user_references: anyOf(DeviceUserReference),
    states: anyOf(GapState),
    reasons: anyOf(GapReason),
    day: Type.Optional({ ...DateOnly, description: 'The day of UTC on which the gap counts' }),
    date_from: Type.Optional({ ...DateParameter, description: 'The recording after the gap was made then, or later' }),
    date_to: Type.Optional({ ...DateParameter, description: 'The recording after the gap was made then, or earlier' }),
  }),
  requestHeaders: portalReadHeaders,
  response: listOf(SequenceGap),
  errors: ['list.bad_last_key'],
})

export const getSequenceGap = call({
  ...ofGaps,
  method: 'GET',
  path: '/completeness/gaps/{gap_reference}',
  summary: 'Reads one gap, with what is known around it and what that suggests.',
  action: 'completeness:read',
  params: GapParams,
  response: SequenceGapDetail,
  errors: ['request.not_found'],
})

const explanation = {
  ...ofGaps,
  path: '/completeness/gaps/{gap_reference}/explanation',
  action: 'completeness:explain',
  params: GapParams,
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: SequenceGap,
} as const

export const explainSequenceGap = call({
  ...explanation,
  method: 'PUT',
  summary: 'States why the recordings of a gap are missing.',
  body: Type.Object({ ...expectedVersion, reason: GapReason, text: Written }, closed),
  audit: 'completeness.explained',
  errors: ['request.not_found', 'edit.conflict', 'completeness.gap_closed'],
})

export const withdrawGapExplanation = call({
  ...explanation,
  method: 'DELETE',
  summary: 'Withdraws the explanation of a gap, which is open again.',
  body: Type.Object({ ...expectedVersion, text: Written }, closed),
  audit: 'completeness.explanation_withdrawn',
  errors: ['request.not_found', 'edit.conflict', 'completeness.gap_closed', 'completeness.not_explained'],
})

export const maxCompletenessWeeks = 26

export const CompletenessDay = Type.Object(
  {
    date: DateOnly,
    arrived: WholeNumber,
    waiting: WholeNumber,
    failed: WholeNumber,
    lost: WholeNumber,
    missing: WholeNumber,
    explained: WholeNumber,
    gaps: Type.Integer({ minimum: 0, description: 'Open gaps, as many as the list has on this day' }),
    silent: Type.Integer({
      minimum: 0,
      description: 'Devices that are silent now and were not heard of on this day either',
    }),
  },
  {
    title: 'CompletenessDay',
    description:
      'Recordings of one day of UTC: arrived, registered and still on their device (waiting), failed, lost with their device, missing, and missing with an explanation. Expected is the sum.',
  },
)
export type CompletenessDay = Static<typeof CompletenessDay>

export const listCompletenessDays = call({
  ...ofGaps,
  method: 'GET',
  path: '/completeness/days',
  summary:
    'Counts, for each day of the last weeks, what arrived, waits, failed and is missing: of all groups that the caller may see, of one group, one person or one device.',
  action: 'completeness:read',
  query: Type.Object(
    {
      weeks: Type.Optional(Type.Integer({ minimum: 1, maximum: maxCompletenessWeeks, default: 12 })),
      until: Type.Optional({ ...DateOnly, description: 'The last day; today by default' }),
      group: Type.Optional(GroupReference),
      device_user_reference: Type.Optional(DeviceUserReference),
      device_reference: Type.Optional(DeviceReference),
    },
    closed,
  ),
  requestHeaders: portalReadHeaders,
  response: Type.Object({
    days: Type.Array(CompletenessDay),
    is_capped: Type.Boolean({
      description: 'true: a person or device has more recordings than were counted, and the earliest days have too few',
    }),
  }),
  errors: ['request.not_found', 'completeness.one_scope'],
})

export const CompletenessFigures = Type.Object(
  {
    gaps: ListTotal,
    missing: Type.Integer({ minimum: 0, description: 'Recordings of the open gaps' }),
    explained: ListTotal,
    waiting: Type.Array(Type.Object({ payload_type: PayloadType, total: WholeNumber })),
    failed: Type.Array(Type.Object({ payload_type: PayloadType, total: WholeNumber })),
    lost: Type.Array(Type.Object({ payload_type: PayloadType, total: WholeNumber })),
    silent_devices: ListTotal,
    people_with_fewer_devices: ListTotal,
  },
  {
    title: 'CompletenessFigures',
    description: 'What is missing, waits, failed and is silent now, in groups that the caller may see.',
  },
)
export type CompletenessFigures = Static<typeof CompletenessFigures>

export const getCompletenessFigures = call({
  ...ofGaps,
  method: 'GET',
  path: '/completeness',
  summary: 'Counts what is missing now, what waits on devices, what failed, and which devices are silent.',
  action: 'completeness:read',
  query: Type.Object(
    {
      groups: anyOf(GroupReference),
      silent_since: Type.Optional({ ...DateParameter, description: 'By default 7 days ago' }),
    },
    closed,
  ),
  requestHeaders: portalReadHeaders,
  response: CompletenessFigures,
})

export const completenessCalls = {
  listSequenceGaps,
  getSequenceGap,
  explainSequenceGap,
  withdrawGapExplanation,
  listCompletenessDays,
  getCompletenessFigures,
}

/** Runs of the retention policy, and why a recording is kept (docs/decisions/0093). */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Author, accountFields } from './entity-fields.ts'
import { DeviceUserReference, GroupReference, PayloadReference, Ulid, UserReference, WholeNumber } from './fields.ts'
import { HeldTargetType } from './legal-holds.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { PayloadState } from './payload-states.ts'
import { PayloadType } from './payload-types.ts'
import { anyOf } from './reference-lists.ts'
import { FreedOfGroup, FreedSamples, RetentionEntityType, RetentionPolicyPayloadTimestampType } from './retention.ts'
import { Timestamp } from './times.ts'
import { Version } from './versions.ts'

/**
 * Why retention keeps a recording:
 * - `no_policy`: the policy has no entry for its type, or one without days
 * - `no_timestamp`: it never got the time from which the days count
 * - `future_timestamp`: that time is in the future
 * - `unconfirmed_clock`: the handset says that it was made more than a year before it told the server: its clock may be wrong
 * - `receipts`, `transfers`: required ones are missing
 */
export const retentionBlockCodes = [
  'no_policy',
  'no_timestamp',
  'future_timestamp',
  'unconfirmed_clock',
  'receipts',
  'transfers',
] as const
export const RetentionBlockCode = Type.Enum(retentionBlockCodes)
export type RetentionBlockCode = Static<typeof RetentionBlockCode>

export const RetentionBlock = Type.Object({
  code: RetentionBlockCode,
  retention_timestamp: Type.Optional(RetentionPolicyPayloadTimestampType),
  missing: Type.Optional(Type.Array(Type.String(), { description: 'Of receipts and transfers: from whom, or which' })),
})
export type RetentionBlock = Static<typeof RetentionBlock>

export const RetentionRule = Type.Object(
  {
    policy_version: Version,
    payload_type: PayloadType,
    retention_timestamp: RetentionPolicyPayloadTimestampType,
    delete_after_days: nullable(WholeNumber),
    destroy_after_days: nullable(WholeNumber),
  },
  { description: 'The entry of the policy that keeps it longest' },
)
export type RetentionRule = Static<typeof RetentionRule>

export const RemovedByRetention = Type.Object(
  {
    run_id: Ulid,
    policy_version: nullable({ ...Version, description: 'null: of a destruction before this was recorded here' }),
    requested_by: { ...Author, description: 'Who began the run; `system`: the daily one' },
    continued_by: {
      ...nullable(Author),
      description: 'Who had let the run go on beyond its share by then; null: nobody had to, or it was not recorded',
    },
    rule: nullable(RetentionRule),
    is_replayed: Type.Boolean({ description: 'Destroyed once more, after a backup from before had been restored' }),
  },
  { description: 'Of what retention deleted or destroyed: by which run and rule; null otherwise' },
)
export type RemovedByRetention = Static<typeof RemovedByRetention>

export const retentionRunKinds = ['dry_run', 'run'] as const
export const RetentionRunKind = Type.Enum(retentionRunKinds)
export type RetentionRunKind = Static<typeof RetentionRunKind>

/** `NeedsWord`: it would destroy more than the policy's share, and waits for a person. `Stopped`: a person or the clock ended it. */
export const retentionRunStates = ['Running', 'NeedsWord', 'Completed', 'Stopped'] as const
export const RetentionRunState = Type.Enum(retentionRunStates)
export type RetentionRunState = Static<typeof RetentionRunState>

const Count = WholeNumber

/** Why a run left due recordings as they are: holds, a lock of the object store, work in progress, or what `explain` says of each. */
export const retentionKeptReasons = ['on_hold', 'store_lock', 'pending', 'not_settled', ...retentionBlockCodes] as const
export const RetentionKeptReason = Type.Enum(retentionKeptReasons)
export type RetentionKeptReason = Static<typeof RetentionKeptReason>

/**
 * Why a run left other data that is old enough: holds, or what there still is of a device or device user. `devices`: the person still has
 * an active device. `later`: there was too much for one run.
 */
export const otherKeptReasons = [
  'on_hold',
  'devices',
  'recordings',
  'activities',
  'commands',
  'positions',
  'later',
] as const
export const OtherKeptReason = Type.Enum(otherKeptReasons)
export type OtherKeptReason = Static<typeof OtherKeptReason>

/** Recordings that a report lists as without a usable time. */
export const maxListedWithoutTime = 100

export const RetentionReport = Type.Object(
  {
    examined: Count,
    deleted: { ...Count, description: 'Recordings that were deleted, or would be' },
    destroyed: { ...Count, description: 'Recordings that were destroyed, or would be' },
    destroyed_bytes: Count,
    lines: Type.Array(
      Type.Object({ group: GroupReference, payload_type: PayloadType, deleted: Count, destroyed: Count, bytes: Count }),
      { description: 'By group and payload type; more than 500 of them are only in the totals' },
    ),
    kept: Type.Array(Type.Object({ reason: RetentionKeptReason, recordings: Count })),
    without_time: Type.Array(PayloadReference, {
      description: 'Recordings without a usable time that the caller may see, of the first 100',
    }),
    other: Type.Array(
      Type.Object({
        entity_type: RetentionEntityType,
        removed: Count,
        kept: Count,
        reasons: Type.Optional(
          Type.Array(Type.Object({ reason: OtherKeptReason, rows: Count }), {
            description:
              'Why rows were kept. A row can be kept for several reasons; absent in reports of earlier releases',
          }),
        ),
      }),
    ),
  },
  {
    title: 'RetentionReport',
    description: 'What a run of the retention policy did, or would do, in the whole account.',
  },
)
export type RetentionReport = Static<typeof RetentionReport>

export const RetentionAhead = Type.Object(
  {
    recordings: Count,
    bytes: Count,
    is_at_least: Type.Boolean({ description: 'true: there are too many to look at each; there are more than these' }),
    lines: Type.Array(FreedOfGroup, { description: 'By group and payload type, the most first' }),
    oldest: nullable(Timestamp),
    newest: nullable(Timestamp),
    samples: FreedSamples,
    needs_second_person: Type.Boolean({ description: 'Whoever began the run may not let it go on' }),
  },
  {
    title: 'RetentionAhead',
    description: 'What a run that waits would still destroy if somebody let it go on, counted when it stopped.',
  },
)
export type RetentionAhead = Static<typeof RetentionAhead>

export const RetentionRun = Type.Object(
  {
    ...accountFields,
    run_id: Ulid,
    kind: RetentionRunKind,
    state: RetentionRunState,
    policy_version: Version,
    requested_by: Author,
    continued_by: { ...nullable(Author), description: 'Who let it destroy more than the share of the policy' },
    stopped_by: nullable(Author),
    started_at: Timestamp,
    updated_at: { ...Timestamp, description: 'Of its latest progress' },
    ended_at: nullable(Timestamp),
    allowed: { ...Count, description: 'How many recordings it may destroy before it asks' },
    report: RetentionReport,
    ahead: { ...nullable(RetentionAhead), description: 'Of a run that waits for a person' },
  },
  { title: 'RetentionRun', description: 'One run of the retention policy.' },
)
export type RetentionRun = Static<typeof RetentionRun>

export const listRetentionRuns = call({
  catalogue: 'client',
  method: 'GET',
  path: '/account/retention/runs',
  summary: 'Lists runs of the retention policy with their reports, the newest first.',
  action: 'retention:read',
  query: listQuery({ kinds: anyOf(RetentionRunKind), states: anyOf(RetentionRunState), run_ids: anyOf(Ulid) }),
  response: listOf(RetentionRun),
  errors: ['list.bad_last_key'],
  beyondSpecification: true,
})

export const startRetentionRun = call({
  catalogue: 'client',
  method: 'POST',
  path: '/account/retention/runs',
  summary:
    'Begins a run of the retention policy. The first one of a version is a dry run, which changes nothing, whatever was asked for.',
  action: 'retention:write',
  body: Type.Object({ is_dry_run: Type.Boolean() }, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: RetentionRun,
  audit: 'retention.run',
  errors: ['retention.running', 'retention.clock_jumped', 'retention.nothing_to_do'],
  beyondSpecification: true,
})

const KeepingHold = Type.Object(
  {
    target_type: nullable(HeldTargetType),
    target: nullable(Type.Union([DeviceUserReference, UserReference, GroupReference, PayloadReference])),
    matter_reference: nullable(Type.String()),
  },
  { description: 'A hold; only people who may see holds learn which' },
)

export const RetentionExplanation = Type.Object(
  {
    payload_reference: PayloadReference,
    payload_state: PayloadState,
    delete_at: { ...nullable(Timestamp), description: 'When the rule allows to delete it; null: never' },
    destroy_at: { ...nullable(Timestamp), description: 'When the rule allows to destroy it; null: never' },
    rule: nullable(RetentionRule),
    blocks: Type.Array(RetentionBlock),
    holds: Type.Array(KeepingHold),
    is_settled: Type.Boolean({
      description: 'false: it is still on its way, and can be neither deleted nor destroyed',
    }),
    store_keeps_until: {
      ...nullable(Timestamp),
      description: 'The object store deletes its content only after that time; null: it may do so now',
    },
    is_in_use: Type.Boolean({ description: 'Somebody downloads it or still has to review it' }),
    can_be_deleted: Type.Boolean({ description: 'Retention deletes it at its next run' }),
    can_be_destroyed: Type.Boolean({ description: 'Retention destroys it at its next run' }),
    change: nullable(
      Type.Object(
        { effective_at: Timestamp, delete_at: nullable(Timestamp), destroy_at: nullable(Timestamp) },
        { description: 'What the change of the policy that waits means for it' },
      ),
    ),
  },
  { title: 'RetentionExplanation', description: 'Why a recording is kept, and until when.' },
)
export type RetentionExplanation = Static<typeof RetentionExplanation>

export const explainRetention = call({
  catalogue: 'client',
  method: 'GET',
  path: '/payloads/{payload_reference}/retention',
  summary: 'Explains why a recording is kept, until when, and by which rule, holds and conditions.',
  action: 'payloads:read',
  params: Type.Object({ payload_reference: PayloadReference }, closed),
  response: RetentionExplanation,
  errors: ['payload.not_found'],
  beyondSpecification: true,
})

export const retentionRunCalls = { listRetentionRuns, startRetentionRun, explainRetention }

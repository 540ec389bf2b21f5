/** The retention policy of an account: after how many days data is deleted, then destroyed (docs/decisions/0092). */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Author, accountFields, settingFields } from './entity-fields.ts'
import {
  ClientAppReference,
  GroupReference,
  PayloadReference,
  TransferConfigReference,
  Ulid,
  UserReference,
  WholeNumber,
} from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { PayloadType } from './payload-types.ts'
import { Timestamp } from './times.ts'
import { expectedVersion, Version } from './versions.ts'

/** `modules/retention-runs/other-data.ts` has the table of each. */
export const retentionEntityTypes = [
  'AlertData',
  'DeviceActivityData',
  'DeviceCommandData',
  'DeviceData',
  'DeviceUserData',
  'GpsData',
  'LegacyMigrationData',
  'LegalHoldData',
  'PayloadData',
  'SupportAccessData',
  'TransferableData',
  'UserActivityData',
] as const
export const RetentionEntityType = Type.Enum(retentionEntityTypes)
export type RetentionEntityType = Static<typeof RetentionEntityType>

export const retentionPolicyPayloadTimestampTypes = [
  'payload_time',
  'processed_at',
  'transferred_at',
  'receipt_confirmed_at',
] as const
export const RetentionPolicyPayloadTimestampType = Type.Enum(retentionPolicyPayloadTimestampTypes)
export type RetentionPolicyPayloadTimestampType = Static<typeof RetentionPolicyPayloadTimestampType>

/** Days, minimum 0 (rules-and-calls section 5). The maximum keeps dates within the range of a timestamp. */
export const RetentionDays = Type.Integer({ minimum: 0, maximum: 100_000 })

const days = {
  delete_after_days: Type.Optional(nullable(RetentionDays)),
  destroy_after_days: Type.Optional(nullable(RetentionDays)),
}

export const RetentionEntry = Type.Object({ entity_type: RetentionEntityType, ...days }, closed)
export type RetentionEntry = Static<typeof RetentionEntry>

/** A client app or portal user whose receipt is required before retention may remove a payload. */
export const RequiredReceipt = Type.Union([ClientAppReference, UserReference])

const payloadRule = {
  payload_type: PayloadType,
  retention_timestamp: RetentionPolicyPayloadTimestampType,
  ...days,
}

export const PayloadRetentionEntry = Type.Object(
  {
    ...payloadRule,
    required_receipts: Type.Array(RequiredReceipt, { maxItems: 100, uniqueItems: true }),
    required_transfers: Type.Array(TransferConfigReference, { maxItems: 100, uniqueItems: true }),
  },
  closed,
)
export type PayloadRetentionEntry = Static<typeof PayloadRetentionEntry>

const entries = {
  entities: Type.Array(RetentionEntry, { maxItems: 2 * retentionEntityTypes.length }),
  payloads: Type.Array(PayloadRetentionEntry, { maxItems: 100 }),
}

/** Beyond the specification: what protects data from a change or a run that nobody meant. */
export const RetentionSettings = Type.Object(
  {
    delay_days: Type.Integer({
      minimum: 1,
      maximum: 90,
      description: 'How long a change that frees data waits before it takes effect',
    }),
    confirm_above_recordings: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'A change that frees more recordings has to be confirmed by a second person',
    }),
    confirm_above_bytes: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'A change that frees more bytes has to be confirmed by a second person',
    }),
    run_share_percent: Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'A run that would destroy more of all recordings, and more than 100, stops and asks',
    }),
  },
  { ...closed, title: 'RetentionSettings', description: 'What protects data from a change or run that nobody meant.' },
)
export type RetentionSettings = Static<typeof RetentionSettings>

export const defaultRetentionSettings: RetentionSettings = {
  delay_days: 7,
  confirm_above_recordings: 1000,
  confirm_above_bytes: 10 * 1024 ** 3,
  run_share_percent: 1,
}

/** A run may always destroy so many recordings, however few there are. */
export const alwaysDestroyed = 100

/** The rules of a policy. Those that are in force can have more entries and receipts than one that is saved: see `PUT`. */
const policyFields = {
  entities: Type.Array(RetentionEntry),
  payloads: Type.Array(
    Type.Object({
      ...payloadRule,
      required_receipts: Type.Array(RequiredReceipt),
      required_transfers: Type.Array(TransferConfigReference),
    }),
  ),
  settings: RetentionSettings,
  is_locked: Type.Boolean({
    description: 'The policy can only keep data for longer; this cannot be undone. A second person has to confirm it',
  }),
}

export const RetentionRules = Type.Object(policyFields)
export type RetentionRules = Static<typeof RetentionRules>

export const FreedOfGroup = Type.Object({
  group: GroupReference,
  payload_type: PayloadType,
  recordings: WholeNumber,
  bytes: WholeNumber,
})

/** Groups and payload types in one answer about what is freed; the others are in its totals. */
export const maxFreedLines = 500
/** Recordings that are named as examples of what is freed. */
export const freedSamples = 10

export const FreedSamples = Type.Array(
  Type.Object({
    payload_reference: PayloadReference,
    payload_type: PayloadType,
    group: GroupReference,
    payload_time: Timestamp,
    size: nullable(WholeNumber),
  }),
  { description: 'Some of those that the caller may see' },
)

export const RetentionFreed = Type.Object(
  {
    at: { ...Timestamp, description: 'The time for which it was counted: when the change would take effect' },
    recordings: WholeNumber,
    bytes: WholeNumber,
    is_estimate: Type.Boolean({
      description:
        'true: there are too many to look at each. The number is the greatest possible one, by day; the bytes follow from the mean size',
    }),
    lines: Type.Array(FreedOfGroup, { description: 'By group and payload type, the most first' }),
    oldest: nullable(Timestamp),
    newest: nullable(Timestamp),
    samples: FreedSamples,
  },
  {
    title: 'RetentionFreed',
    description:
      'The recordings of the whole account that a policy frees and the present one keeps, whatever the caller may see of them.',
  },
)
export type RetentionFreed = Static<typeof RetentionFreed>

const PendingRetention = Type.Object({
  ...policyFields,
  version: Version,
  effective_at: Timestamp,
  saved_by: Author,
  saved_at: Timestamp,
  needs_second_person: Type.Boolean({ description: 'It takes effect only once somebody else has confirmed it' }),
  confirmed_by: nullable(Author),
  confirmed_at: nullable(Timestamp),
  freed_recordings: WholeNumber,
  freed_bytes: WholeNumber,
})

const RetentionClock = Type.Object(
  { seen_at: Timestamp, jumped_to: Timestamp },
  { description: 'The last time before the clock jumped, and the first one after it' },
)

export const RetentionPolicy = Type.Object(
  {
    ...policyFields,
    ...settingFields,
    version: Version,
    active_version: { ...Version, description: 'The version that is in force; 0 while nobody has set a policy' },
    pending: nullable(PendingRetention),
    clock: nullable(RetentionClock),
    waiting_run: { ...nullable(Ulid), description: 'The run that waits for a decision' },
  },
  {
    title: 'RetentionPolicy',
    description: 'After how many days data is deleted, then destroyed; nothing set: kept. These rules are in force.',
  },
)
export type RetentionPolicy = Static<typeof RetentionPolicy>

/** What was not sent stays as it is. */
const changedPolicy = {
  ...entries,
  settings: Type.Optional(RetentionSettings),
  is_locked: Type.Optional(Type.Boolean()),
}

const refusals = [
  'retention.destroy_before_delete',
  'retention.not_applied',
  'retention.locked',
  'retention.nothing_to_do',
] as const

export const getRetention = call({
  catalogue: 'client',
  method: 'GET',
  path: '/account/retention',
  summary: 'Reads the retention policy that is in force, and the change that waits.',
  action: 'retention:read',
  response: RetentionPolicy,
})

export const putRetention = call({
  catalogue: 'client',
  method: 'PUT',
  path: '/account/retention',
  summary:
    'Replaces the retention policy. What keeps data for longer takes effect at once; what frees data waits, and can be withdrawn. It replaces a change that waits.',
  action: 'retention:write',
  body: Type.Object({ ...expectedVersion, ...changedPolicy }, closed),
  maxBodyBytes: limits.maxLargeBodyBytes,
  response: RetentionPolicy,
  audit: 'retention.saved',
  errors: [...refusals, 'edit.conflict'],
})

export const RetentionPreview = Type.Object(
  {
    is_longer: Type.Boolean({ description: 'It frees nothing, and takes effect when it is saved' }),
    effective_at: Timestamp,
    needs_second_person: Type.Boolean(),
    freed: RetentionFreed,
  },
  { title: 'RetentionPreview', description: 'What would become of a policy if it was saved now.' },
)
export type RetentionPreview = Static<typeof RetentionPreview>

export const previewRetention = call({
  catalogue: 'client',
  method: 'POST',
  path: '/account/retention/preview',
  summary: 'Shows which recordings a policy would free. Nothing is saved.',
  action: 'retention:write',
  body: Type.Object(changedPolicy, closed),
  maxBodyBytes: limits.maxLargeBodyBytes,
  response: RetentionPreview,
  errors: [...refusals],
  beyondSpecification: true,
})

export const retentionDecisions = ['withdraw', 'confirm', 'continue_run', 'stop_run', 'confirm_clock'] as const
export const RetentionDecision = Type.Enum(retentionDecisions, {
  description:
    'withdraw, confirm: the change that waits, by its `version`; continue_run, stop_run: the run that waits, by its `run_id`; confirm_clock: the time of the server is right. What waits in another version is a conflict; to confirm a change, one has to name its version',
})

export const decideRetention = call({
  catalogue: 'client',
  method: 'POST',
  path: '/account/retention/decide',
  summary: 'Withdraws or confirms the change that waits, continues or ends the run that waits, or confirms the clock.',
  action: 'retention:write',
  body: Type.Object(
    {
      decision: RetentionDecision,
      version: Type.Optional({
        ...Version,
        description: 'That the person saw: of the change, or of the policy of the run',
      }),
      run_id: Type.Optional(Ulid),
    },
    closed,
  ),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: RetentionPolicy,
  audit: 'retention.confirmed',
  errors: ['retention.nothing_pending', 'retention.needs_second_person', 'edit.conflict'],
  beyondSpecification: true,
})

export const retentionVersionStates = ['in_force', 'waiting', 'replaced', 'ended_before'] as const
export const RetentionVersionState = Type.Enum(retentionVersionStates, {
  description:
    'waiting: it is not in force yet; replaced: it was in force; ended_before: it was withdrawn or replaced before it took effect',
})

export const RetentionVersion = Type.Object(
  {
    ...accountFields,
    ...PendingRetention.properties,
    state: RetentionVersionState,
    ended_at: { ...nullable(Timestamp), description: 'When it was replaced or withdrawn' },
    ended_by: nullable(Author),
  },
  { title: 'RetentionVersion', description: 'A version of the retention policy. Versions are never removed.' },
)
export type RetentionVersion = Static<typeof RetentionVersion>

export const listRetentionVersions = call({
  catalogue: 'client',
  method: 'GET',
  path: '/account/retention/versions',
  summary: 'Lists the versions of the retention policy, the newest first.',
  action: 'retention:read',
  query: listQuery({}),
  response: listOf(RetentionVersion),
  errors: ['list.bad_last_key'],
  beyondSpecification: true,
})

export const retentionCalls = {
  getRetention,
  listRetentionVersions,
  putRetention,
  previewRetention,
  decideRetention,
}

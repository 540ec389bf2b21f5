import type { Action, AuditEvent, MatterFeed, PayloadType, PortalConfig } from '@holdfast/contract'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

export type {
  AccessDecision,
  AccessRequestState,
  Action,
  AlertConditionName,
  AlertEmailFrequency,
  AlertKeyType,
  AlertRelatedEntity,
  AlertScope,
  AlertSeverity,
  AlertState,
  AlertTarget,
  AlertType,
  AlertValues,
  AuditEvent,
  CarrierImportFailure,
  CarrierImportState,
  CarrierMapping,
  CarrierOutcome,
  CarrierRecordType,
  CarrierRowProblem,
  CarrierRowResult,
  DeliveredType,
  DeliveryOutcome,
  DeliveryState,
  DeviceChangeField,
  DeviceInstallState,
  Direction,
  Disposition,
  DrawLeftOut,
  DrawStop,
  ExportedList,
  ExportForm,
  ExportFormat,
  GapReason,
  GapState,
  HeldTargetType,
  KeyAlgorithm,
  LeftOutReason,
  Locale,
  LogLevel,
  MetadataFormat,
  MigrationCells,
  MigrationCodeCounts,
  MigrationColumns,
  MigrationFileKind,
  MigrationResultCode,
  MigrationSignature,
  MigrationState,
  PayloadAmendments,
  PayloadMedia,
  PayloadMeta,
  PayloadQueueFilter,
  PayloadRetentionEntry,
  PayloadState,
  PayloadType,
  Permission,
  PlaybackReasonKind,
  QueueRepetition,
  ReconciledSample,
  ReconciliationGrain,
  ReconciliationReason,
  ReportInterval,
  ReportKind,
  ReportMailState,
  ReportOmission,
  ReportStop,
  RetentionAhead,
  RetentionEntry,
  RetentionReport,
  RetentionRule,
  RetentionRunKind,
  RetentionRunState,
  RetentionSettings,
  ReviewItemState,
  ReviewSample,
  RevocationOutcome,
  RoleDraftChange,
  RoleDraftKind,
  RoleDraftState,
  RoleFields,
  RoleTestCase,
  SharedSerialReason,
  StatedBy,
  StatementContent,
  StoredReconciliation,
  SupportAccessApprovalState,
  TransferablePayloadType,
  TransferCheck,
  TransferFileFormat,
  TransferFileKind,
  TransferOutcome,
  TransferParams,
  TransferState,
  TransferType,
  UnusualMark,
  VerificationState,
  ViewSearch,
  WebhookEventType,
  WordIndexState,
} from '@holdfast/contract'

/** null: a number that was withheld. */
export type PhoneNumberOrNull = string | null

/** timestamptz(3): read as an ISO string in UTC (see type-parsers.ts), written as a Date or an ISO string. */
export type Time = ColumnType<string, Date | string, Date | string>
export type MaybeTime = ColumnType<string | null, Date | string | null | undefined, Date | string | null>
/** jsonb: read as its value, written as JSON text, because pg would write an array as a PostgreSQL array. */
export type Json<T extends object> = JSONColumnType<T, string, string>
export type MaybeJson<T extends object> = ColumnType<T | null, string | null | undefined, string | null>
export type DefaultJson<T extends object> = ColumnType<T, string | undefined, string>
export type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>
export type Default<T> = Generated<T>
/** Computed by the database from other columns of the row. */
export type Computed<T> = GeneratedAlways<T>

/** From the device user, or to them. */
export type CarrierDirection = 'I' | 'O'
export type JsonObject = Record<string, unknown>
/** '': a row of an export did not say it, or it is of all types. */
export type PayloadTypeOrNone = PayloadType | ''
/** What a correction of a recording changed; names that are `null` are not known. */
export type AmendedDetails = {
  notes?: string
  party_names?: { phone_number: string | null; name: string | null }[]
  is_personal?: boolean
}
export type TagOfGroup = { tag_key: string; tag_value: string }
export type VerifiedPhoneNumber = {
  phone_number: string
  first_verified: string
  last_verified: string
  slot_index: number | null
}
/** A number of a former holder of a device, who had it until then. */
export type FormerPhoneNumber = VerifiedPhoneNumber & { held_until: string }
/** How the product tells somebody of an alert. */
export type TellingChannel = 'portal' | 'email'
/** What became of an e-mail about an alert; `dropped`: it was read in the portal before, or is not wanted any more. */
export type TellingEmailState = 'waiting' | 'sending' | 'sent' | 'failed' | 'dropped'
export type AlertPermissions = Record<string, boolean>
export type Monitoring = NonNullable<PortalConfig['monitoring']>
export type RoleVersions = Record<string, number>
/** Where a run of retention goes on: after the last row that it read of a type of recordings or of other data. */
export type RunPosition = { part: string; after: { time: string | null; reference: string } | null }
/** Where a filter of a matter goes on: after the last recording that it put in, by its date and reference. */
export type FeedPosition = [date: string, payload_reference: string]
export type MatterFeedEnding = NonNullable<MatterFeed['ending']>
export type ActorKind = 'portal_user' | 'client_app' | 'device' | 'system'
/** Who may export a list. */
export type ExportCallerKind = 'portal_user' | 'client_app'
/** An action of the contract, or what a call without one does. */
export type TrailAction = Action | 'signed_in' | 'device' | 'public'
export type TrailEvent = { event: AuditEvent; details: JsonObject }
/** bigint, as decimal digits: hashes use all 64 bits, more than a number can hold. */
export type WordHash = string

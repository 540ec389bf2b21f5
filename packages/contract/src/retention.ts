import { type Static, Type } from 'typebox'
import { settingFields } from './entity-fields.ts'
import { ClientAppReference, TransferConfigReference, UserReference } from './fields.ts'
import { closed, nullable } from './nullable.ts'
import { PayloadType } from './payload-types.ts'

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

/** Days, minimum 0 (rules-and-calls section 5). The maximum keeps dates within the range of a timestamp. */
export const RetentionDays = Type.Integer({ minimum: 0, maximum: 100_000 })

const days = {
  delete_after_days: Type.Optional(nullable(RetentionDays)),
  destroy_after_days: Type.Optional(nullable(RetentionDays)),
}

export const RetentionEntry = Type.Object({ entity_type: RetentionEntityType, ...days }, closed)

/** A client app or portal user whose receipt is required before retention may remove a payload. */
export const RequiredReceipt = Type.Union([ClientAppReference, UserReference])

export const PayloadRetentionEntry = Type.Object(
  {
    payload_type: PayloadType,
    retention_timestamp: RetentionPolicyPayloadTimestampType,
    ...days,
    required_receipts: Type.Array(RequiredReceipt, { maxItems: 100, uniqueItems: true }),
    required_transfers: Type.Array(TransferConfigReference, { maxItems: 100, uniqueItems: true }),
  },
  closed,
)

export const RetentionPolicy = Type.Object(
  {
    entities: Type.Array(RetentionEntry, { maxItems: retentionEntityTypes.length }),
    payloads: Type.Array(PayloadRetentionEntry, { maxItems: 100 }),
    ...settingFields,
  },
  { title: 'RetentionPolicy', description: 'After how many days data is deleted, then destroyed; nothing set: kept.' },
)
export type RetentionPolicy = Static<typeof RetentionPolicy>

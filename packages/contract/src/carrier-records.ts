/** Carriers' call records compared with recordings (docs/decisions/0065). */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { maxCarrierReasonCharacters } from './carrier-imports.ts'
import { CarrierRecordType } from './carrier-mapping.ts'
import { accountFields } from './entity-fields.ts'
import {
  DeviceReference,
  DeviceUserReference,
  GroupReference,
  PayloadReference,
  text,
  Ulid,
  UserReference,
  writtenText,
} from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { Direction } from './payload-metadata.ts'
import { PayloadType } from './payload-types.ts'
import { portalReadHeaders } from './portal-reads.ts'
import { anyOf, batchOf } from './reference-lists.ts'
import { DateParameter, Timestamp } from './times.ts'

export const carrierOutcomes = [
  'Matched',
  'DurationDiffers',
  'Missing',
  'NotListed',
  'UnknownNumber',
  'Pending',
] as const
export const CarrierOutcome = Type.Enum(carrierOutcomes, {
  description:
    'Missing: no recording of the device fits; NotListed: a recording that the carrier does not list, though its records cover the time; UnknownNumber: no device has the number; Pending: not compared yet',
})
export type CarrierOutcome = Static<typeof CarrierOutcome>

/** What a person explains and signs off. */
export const carrierExceptions = [
  'DurationDiffers',
  'Missing',
  'NotListed',
  'UnknownNumber',
] as const satisfies readonly CarrierOutcome[]
export const isCarrierException = (outcome: CarrierOutcome): boolean =>
  (carrierExceptions as readonly CarrierOutcome[]).includes(outcome)

const DurationSeconds = nullable(Type.Number({ minimum: 0 }))

export const CarrierRecord = Type.Object(
  {
    ...accountFields,
    record_reference: Ulid,
    outcome: CarrierOutcome,
    record_type: CarrierRecordType,
    time: Timestamp,
    group: nullable(GroupReference),
    device_reference: nullable(DeviceReference),
    device_user_reference: nullable(DeviceUserReference),
    own_number: nullable(Type.String()),
    carrier: nullable(
      Type.Object(
        {
          carrier_name: Type.String(),
          import_reference: Ulid,
          row_number: Type.Integer({ minimum: 1 }),
          other_number: nullable(Type.String()),
          direction: nullable(Type.Enum(['I', 'O'])),
          begun_at: Timestamp,
          is_time_ambiguous: Type.Boolean(),
          duration_s: DurationSeconds,
        },
        { description: 'What the carrier says; null for a recording that it does not list' },
      ),
    ),
    has_recording: Type.Boolean(),
    recording: nullable(
      Type.Object(
        {
          payload_reference: PayloadReference,
          payload_type: PayloadType,
          payload_time: Timestamp,
          numbers: Type.Array(Type.String()),
          direction: nullable(Direction),
          duration_s: DurationSeconds,
        },
        { description: 'What the recording says; null also for callers who may not find it' },
      ),
    ),
    time_difference_s: nullable(Type.Number({ description: 'How much later the recording begins' })),
    duration_difference_s: nullable(Type.Number({ description: 'How much longer the recording is' })),
    signed_off_at: nullable(Timestamp),
    signed_off_by: nullable(UserReference),
    signed_off_reason: nullable(text(maxCarrierReasonCharacters)),
  },
  {
    title: 'CarrierRecord',
    description:
      "A record of a carrier beside the recording that it is about, or a recording that the carrier doesn't list.",
  },
)
export type CarrierRecord = Static<typeof CarrierRecord>

const ofRecords = { catalogue: 'client', beyondSpecification: true } as const

export const listCarrierRecords = call({
  ...ofRecords,
  method: 'GET',
  path: '/carrier_records',
  summary: "Lists carriers' records beside recordings, the newest first.",
  action: 'carrier_records:read',
  query: listQuery({
    groups: anyOf(GroupReference),
    device_user_references: anyOf(DeviceUserReference),
    device_references: anyOf(DeviceReference),
    number: Type.Optional(text(64, 1)),
    outcomes: anyOf(CarrierOutcome),
    record_types: anyOf(CarrierRecordType),
    is_signed_off: Type.Optional(Type.Boolean()),
    import_references: anyOf(Ulid),
    date_from: Type.Optional(DateParameter),
    date_to: Type.Optional(DateParameter),
  }),
  response: listOf(CarrierRecord),
  errors: ['list.bad_last_key'],
})

export const getCarrierRecord = call({
  ...ofRecords,
  method: 'GET',
  path: '/carrier_records/{record_reference}',
  summary: "Reads one carrier's record beside its recording.",
  action: 'carrier_records:read',
  params: Type.Object({ record_reference: Ulid }, closed),
  requestHeaders: portalReadHeaders,
  response: CarrierRecord,
  errors: ['request.not_found'],
})

export const signOffResults = ['signed_off', 'unchanged', 'refused'] as const

export const CarrierRecordsSignedOff = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        record_reference: Ulid,
        result: Type.Enum(signOffResults),
        code: nullable(Type.String()),
        message: nullable(Type.String()),
      }),
    ),
  },
  { title: 'CarrierRecordsSignedOff', description: 'What became of each record, in the order of the request.' },
)
export type CarrierRecordsSignedOff = Static<typeof CarrierRecordsSignedOff>

export const signOffCarrierRecords = call({
  ...ofRecords,
  method: 'PUT',
  path: '/carrier_records/sign_off',
  summary: 'Signs off records that are missing or differ, with a reason. One that was signed off stays as it is.',
  action: 'carrier_records:write',
  body: Type.Object({ record_references: batchOf(Ulid), reason: writtenText(maxCarrierReasonCharacters) }, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: CarrierRecordsSignedOff,
  audit: 'carrier_record.signed_off',
  errors: ['request.not_found', 'carrier_record.no_exception'],
})

const Month = Type.String({
  pattern: '^[1-9][0-9]{3}-(?:0[1-9]|1[0-2])$',
  description: 'yyyy-mm, in UTC',
})

export const CarrierMonths = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        month: Month,
        group: nullable(GroupReference),
        outcome: CarrierOutcome,
        is_signed_off: Type.Boolean(),
        records: Type.Integer({ minimum: 0 }),
      }),
    ),
  },
  {
    title: 'CarrierMonths',
    description: 'How many records of each month have which outcome, of the last 13 months with any.',
  },
)
export type CarrierMonths = Static<typeof CarrierMonths>

export const getCarrierMonths = call({
  ...ofRecords,
  method: 'GET',
  path: '/carrier_months',
  summary: "Counts carriers' records by month, group and outcome.",
  action: 'carrier_records:read',
  query: Type.Object({ groups: anyOf(GroupReference) }, closed),
  requestHeaders: portalReadHeaders,
  response: CarrierMonths,
})

export const carrierRecordCalls = { listCarrierRecords, getCarrierRecord, signOffCarrierRecords, getCarrierMonths }

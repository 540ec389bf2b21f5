/** How the rows of a carrier's file are read (docs/decisions/0065). */
import { type Static, Type } from 'typebox'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'

/** The kinds of records that can be compared with recordings. */
export const carrierRecordTypes = ['Call', 'SMS', 'MMS'] as const
export const CarrierRecordType = Type.Enum(carrierRecordTypes)
export type CarrierRecordType = Static<typeof CarrierRecordType>

export const carrierDelimiters = [',', ';', '\t', '|'] as const
export const carrierEncodings = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const
export const carrierDateOrders = ['ymd', 'dmy', 'mdy', 'unix'] as const
export const carrierDurationFormats = ['seconds', 'minutes', 'clock'] as const

const maxColumnCharacters = 100

const Column = Type.String({
  rule: 'Text',
  minLength: 1,
  maxLength: maxColumnCharacters,
  pattern: '^[^\\u0000]*$',
  description: 'The title of a column in the first row, or its number, from 1, where the file has no titles',
})

/** Words of the carrier, in either case. */
const Words = Type.Array(Type.String({ rule: 'Text', minLength: 1, maxLength: 60, pattern: '^[^\\u0000]*$' }), {
  maxItems: 20,
})

export const maxTimeToleranceSeconds = 900
export const maxDurationToleranceSeconds = 3600

export const CarrierMapping = Type.Object(
  {
    delimiter: Type.Enum(carrierDelimiters),
    encoding: Type.Enum(carrierEncodings),
    has_titles: Type.Boolean({ description: 'The first row has the titles of the columns' }),
    columns: Type.Object(
      {
        own_number: Column,
        other_number: nullable(Column),
        begin: Column,
        begin_time: nullable({ ...Column, description: 'The time of day, if `begin` has the date alone' }),
        end: nullable(Column),
        duration: nullable(Column),
        direction: nullable(Column),
        record_type: nullable(Column),
      },
      closed,
    ),
    date_order: Type.Enum(carrierDateOrders, {
      description:
        'ymd: 2026-11-25 or 20261125; dmy: 25/11/2026; mdy: 11/25/2026; unix: seconds since 1970. A time of day may follow',
    }),
    timezone: Type.String({
      minLength: 1,
      maxLength: 60,
      pattern: '^[A-Za-z0-9_+/-]+$',
      description: 'The IANA name of the time zone of times that have no offset of their own',
    }),
    duration_format: Type.Enum(carrierDurationFormats, {
      description: 'seconds: 75; minutes: 1.25; clock: 00:01:15 or 1:15',
    }),
    decimal_separator: Type.Enum(['.', ','] as const),
    country: Type.String({
      pattern: '^[A-Z]{2}$',
      description: 'ISO 3166 country of numbers that are written as they are dialled at home',
    }),
    words: Type.Object(
      { inbound: Words, outbound: Words, call: Words, sms: Words, mms: Words, ignored: Words },
      {
        ...closed,
        description:
          'Words of this carrier, beside the usual ones. Rows with an ignored type, such as data, are left out',
      },
    ),
    time_tolerance_s: Type.Integer({
      minimum: 0,
      maximum: maxTimeToleranceSeconds,
      default: 90,
      description: 'How far apart a record and its recording may begin',
    }),
    duration_tolerance_s: Type.Integer({
      minimum: 0,
      maximum: maxDurationToleranceSeconds,
      default: 10,
      description: 'By how much their durations may differ',
    }),
  },
  { ...closed, title: 'CarrierMapping', description: "How a carrier's file is read and compared." },
)
export type CarrierMapping = Static<typeof CarrierMapping>

export const carrierRowProblems = [
  'unreadable',
  'own_number_missing',
  'own_number_wrong',
  'other_number_wrong',
  'begin_missing',
  'begin_wrong',
  'begin_skipped',
  'begin_out_of_range',
  'end_wrong',
  'duration_wrong',
  'direction_unknown',
  'type_unknown',
] as const
export const CarrierRowProblem = Type.Enum(carrierRowProblems, {
  description: 'begin_skipped: clocks were set forward, and skipped this time in the time zone of the file',
})
export type CarrierRowProblem = Static<typeof CarrierRowProblem>

export const carrierRowResults = ['repeated', 'ignored', 'refused'] as const
export const CarrierRowResult = Type.Enum(carrierRowResults, {
  description:
    'repeated: a record with the same content is known already; ignored: a type that is not compared, such as data',
})
export type CarrierRowResult = Static<typeof CarrierRowResult>

/** The first cells of a row as they are in the file; long ones are cut. */
export const CarrierCells = Type.Array(Type.String(), { maxItems: limits.maxCarrierColumns })

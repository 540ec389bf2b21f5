/** Monthly statements of completeness: fixed, signed records of what is known of a group's month (docs/decisions/0067). */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { CarrierRecordType } from './carrier-mapping.ts'
import { CarrierOutcome } from './carrier-records.ts'
import { GapReason, GapState } from './completeness.ts'
import {
  DeviceReference,
  DeviceUserReference,
  GroupReference,
  PayloadReference,
  Sha256Hex,
  Ulid,
  UserReference,
  WholeNumber,
} from './fields.ts'
import { limits } from './limits.ts'
import { Locale } from './locales.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { PayloadState } from './payload-states.ts'
import { PayloadType } from './payload-types.ts'
import { portalReadHeaders } from './portal-reads.ts'
import { anyOf } from './reference-lists.ts'
import { Timestamp } from './times.ts'

export const StatementMonth = Type.String({
  pattern: '^2[0-9]{3}-(?:0[1-9]|1[0-2])$',
  description: 'A month of UTC, such as 2026-10',
})

/** More lines than these are counted in a statement, and not listed. */
export const maxStatementLines = 500

const lines = <Item extends ReturnType<typeof Type.Object>>(item: Item, description: string) =>
  Type.Object({ total: WholeNumber, items: Type.Array(item, { description }) })

const Missing = Type.Object({ gaps: WholeNumber, recordings: WholeNumber })

export const StatementContent = Type.Object(
  {
    recordings: Type.Array(
      Type.Object({ payload_type: PayloadType, payload_state: PayloadState, total: WholeNumber }),
      { description: 'Recordings of the month that the server knows, by their state when the statement was made' },
    ),
    open: Missing,
    explained: Missing,
    gaps: lines(
      Type.Object({
        gap_reference: PayloadReference,
        device_reference: DeviceReference,
        device_user_reference: nullable(DeviceUserReference),
        first_missing: WholeNumber,
        last_missing: WholeNumber,
        missing: WholeNumber,
        before_time: nullable(Timestamp),
        after_time: Timestamp,
        state: GapState,
        reason: nullable(GapReason),
        explanation: nullable(Type.String()),
        explained_by: nullable(UserReference),
        explained_at: nullable(Timestamp),
      }),
      'Open and explained gaps that count in the month, in the order of time',
    ),
    silent_devices: lines(
      Type.Object({
        device_reference: DeviceReference,
        device_user_reference: nullable(DeviceUserReference),
        last_seen: nullable(Timestamp),
      }),
      'Devices that are silent now, and have not been heard of since before the end of the month',
    ),
    resets: lines(
      Type.Object({ device_reference: DeviceReference, reset_at: Timestamp }),
      'Factory resets in the month, of devices that are in the group now. What was not registered before is lost without a gap',
    ),
    people_with_fewer_devices: lines(
      Type.Object({
        device_user_reference: DeviceUserReference,
        expected_devices: WholeNumber,
        active_devices: WholeNumber,
      }),
      'Active people who have fewer active devices than expected now',
    ),
    carrier_records: Type.Array(
      Type.Object({
        record_type: CarrierRecordType,
        outcome: CarrierOutcome,
        is_signed_off: Type.Boolean(),
        records: WholeNumber,
      }),
    ),
    device_user_names: Type.Optional(
      Type.Array(Type.Object({ device_user_reference: DeviceUserReference, name: Type.String() }), {
        description:
          'The names of people who have devices, as far as its author could see them. Absent in statements from before names were in them',
      }),
    ),
    colleague_names: Type.Optional(
      Type.Array(Type.Object({ user_reference: UserReference, name: Type.String() }), {
        description: 'The names of its author and of those who explained gaps, likewise',
      }),
    ),
  },
  {
    title: 'StatementContent',
    description: `What a statement says. Each list has at most ${maxStatementLines} items; the total is exact.`,
  },
)
export type StatementContent = Static<typeof StatementContent>

export const CompletenessStatement = Type.Object(
  {
    statement_reference: Ulid,
    group: GroupReference,
    month: StatementMonth,
    locale: Locale,
    created_at: Timestamp,
    created_by: UserReference,
    key_id: Type.String({ description: 'Names the key that signed it: its JWK thumbprint (RFC 7638)' }),
    pdf_sha256: Sha256Hex,
    csv_sha256: Sha256Hex,
    superseded_by: nullable({
      ...Ulid,
      description: 'The latest statement of the same group and month, if this is an earlier one',
    }),
  },
  {
    title: 'CompletenessStatement',
    description: 'What was known of the completeness of one group in one month when it was made. It never changes.',
  },
)
export type CompletenessStatement = Static<typeof CompletenessStatement>

const StatementDetail = Type.Object(
  { statement: CompletenessStatement, content: StatementContent },
  { title: 'CompletenessStatementDetail', description: 'A statement with what it says.' },
)

export const statementFormats = ['pdf', 'csv', 'manifest', 'signature', 'key'] as const
export const StatementFormat = Type.Enum(statementFormats, {
  description:
    'manifest: JSON with the SHA-256 of both files. signature: Ed25519 over the bytes of the manifest, 64 bytes. key: the public key in PEM',
})
export type StatementFormat = Static<typeof StatementFormat>

const endings: Record<StatementFormat, string> = {
  pdf: '.pdf',
  csv: '.csv',
  manifest: '.json',
  signature: '.json.sig',
  key: '.pem',
}

/** Under which name a file is saved, and the manifest names it. It has no names of groups, which could be anything. */
export const statementFileName = (
  { month, statement_reference }: Pick<CompletenessStatement, 'month' | 'statement_reference'>,
  format: StatementFormat,
): string => `completeness-${month}-${statement_reference}${endings[format]}`

const ofStatements = { catalogue: 'admin-client', beyondSpecification: true } as const
const StatementParams = Type.Object({ statement_reference: Ulid }, closed)
const OfMonth = { month: StatementMonth, group: GroupReference }

export const listCompletenessStatements = call({
  ...ofStatements,
  method: 'GET',
  path: '/completeness/statements',
  summary: 'Lists statements of completeness of groups that the caller may see, the newest first.',
  action: 'completeness:read',
  query: listQuery({ groups: anyOf(GroupReference), months: anyOf(StatementMonth) }),
  requestHeaders: portalReadHeaders,
  response: listOf(CompletenessStatement),
  errors: ['list.bad_last_key'],
})

export const previewCompletenessStatement = call({
  ...ofStatements,
  method: 'GET',
  path: '/completeness/statement',
  summary: 'Tells what a statement of one group and month would say now.',
  action: 'completeness:state',
  query: Type.Object(OfMonth, closed),
  response: StatementContent,
  errors: ['request.not_found', 'auth.forbidden', 'completeness.month_not_over'],
})

export const createCompletenessStatement = call({
  ...ofStatements,
  method: 'POST',
  path: '/completeness/statements',
  summary: 'Makes and signs a statement of one group and month, which is over.',
  action: 'completeness:state',
  body: Type.Object(
    {
      ...OfMonth,
      locale: Type.Optional({ ...Locale, description: 'The language of the PDF; en-GB if absent' }),
    },
    closed,
  ),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: CompletenessStatement,
  audit: 'completeness_statement.made',
  errors: [
    'request.not_found',
    'auth.forbidden',
    'completeness.month_not_over',
    'completeness.stated_often',
    'completeness.too_many_statements',
  ],
})

export const getCompletenessStatement = call({
  ...ofStatements,
  method: 'GET',
  path: '/completeness/statements/{statement_reference}',
  summary: 'Reads what a statement says.',
  action: 'completeness:read',
  params: StatementParams,
  response: StatementDetail,
  errors: ['request.not_found'],
})

export const getCompletenessStatementFile = call({
  ...ofStatements,
  method: 'GET',
  path: '/completeness/statements/{statement_reference}/file',
  summary: 'Downloads a file of a statement, always with the same bytes (docs/completeness-statement.md).',
  action: 'completeness:read',
  params: StatementParams,
  query: Type.Object({ format: StatementFormat }, closed),
  responseKind: 'stream',
  contentTypes: [
    'application/pdf',
    'text/csv',
    'application/json',
    'application/octet-stream',
    'application/x-pem-file',
  ],
  responseHeaders: {
    'Content-Disposition': {
      description: 'Under which name the file is saved',
      schema: Type.String(),
      statuses: [200],
    },
  },
  errors: ['request.not_found'],
})

const publishedKeys = (description: string) =>
  Type.Array(Type.Object({ key_id: Type.String(), public_key: Type.String({ description: 'PEM, SPKI' }) }), {
    description,
  })

export const listStatementKeys = call({
  ...ofStatements,
  method: 'GET',
  path: '/completeness/statement_keys',
  summary:
    'Publishes the Ed25519 keys whose signatures of statements and of certificates of destruction are valid, the present ones first.',
  action: 'public',
  response: Type.Object({
    keys: publishedKeys('Of statements'),
    certificate_keys: publishedKeys('Of certificates of destruction (docs/destruction-certificate.md)'),
  }),
})

export const completenessStatementCalls = {
  listCompletenessStatements,
  previewCompletenessStatement,
  createCompletenessStatement,
  getCompletenessStatement,
  getCompletenessStatementFile,
  listStatementKeys,
}

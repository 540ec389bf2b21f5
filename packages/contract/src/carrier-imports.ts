/** Files of carriers' call records: uploaded, mapped, imported and undone (docs/decisions/0065). */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import {
  CarrierCells,
  CarrierMapping,
  CarrierRecordType,
  CarrierRowProblem,
  CarrierRowResult,
  carrierRowProblems,
} from './carrier-mapping.ts'
import { changeFields } from './entity-fields.ts'
import { Sha256Hex, Ulid, UserReference, WholeNumber, writtenText } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { portalReadHeaders } from './portal-reads.ts'
import { anyOf } from './reference-lists.ts'
import { Timestamp } from './times.ts'

export const maxCarrierReasonCharacters = 1000
const Reason = writtenText(maxCarrierReasonCharacters)

export const CarrierName = Type.String({
  rule: 'WrittenText',
  maxLength: 60,
  pattern: '^[^\\s\\u0000-\\u001f\\u007f](?:[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f])?$',
})

export const carrierImportStates = ['Uploaded', 'Importing', 'Imported', 'Failed', 'Undone'] as const
export const CarrierImportState = Type.Enum(carrierImportStates)
export type CarrierImportState = Static<typeof CarrierImportState>

export const carrierImportFailures = ['too_many_rows', 'unreadable'] as const
export const CarrierImportFailure = Type.Enum(carrierImportFailures)
export type CarrierImportFailure = Static<typeof CarrierImportFailure>

export const CarrierImport = Type.Object(
  {
    ...changeFields,
    import_reference: Ulid,
    carrier_name: CarrierName,
    file_name: Type.String(),
    file_sha256: Sha256Hex,
    file_bytes: WholeNumber,
    lines: Type.Integer({ minimum: 0, description: 'Lines of the file, for the progress of an import' }),
    state: CarrierImportState,
    failure: nullable(CarrierImportFailure),
    mapping: nullable(CarrierMapping),
    rows_read: WholeNumber,
    rows_imported: WholeNumber,
    rows_repeated: WholeNumber,
    rows_ignored: WholeNumber,
    rows_refused: WholeNumber,
    first_at: nullable(Timestamp),
    last_at: nullable(Timestamp),
    record_types: Type.Array(CarrierRecordType),
    created_at: Timestamp,
    created_by: UserReference,
    started_at: nullable(Timestamp),
    finished_at: nullable(Timestamp),
    undone_at: nullable(Timestamp),
    undone_by: nullable(UserReference),
    undone_reason: nullable(Type.String()),
  },
  { title: 'CarrierImport', description: "A file of a carrier's call records, and what became of its rows." },
)
export type CarrierImport = Static<typeof CarrierImport>

/** What a row of a file says, once it was read. */
const ReadRecord = Type.Object({
  record_type: CarrierRecordType,
  own_number: Type.String(),
  other_number: nullable(Type.String()),
  direction: nullable(Type.Enum(['I', 'O'])),
  begun_at: Timestamp,
  is_time_ambiguous: Type.Boolean({ description: 'Clocks were set back, and showed this time twice' }),
  duration_s: nullable(Type.Number({ minimum: 0 })),
})

export const CarrierPreview = Type.Object(
  {
    mapping: CarrierMapping,
    is_suggested: Type.Boolean({ description: 'The mapping was found by the titles or saved for this carrier' }),
    titles: CarrierCells,
    rows: Type.Array(
      Type.Object({
        row_number: Type.Integer({ minimum: 1 }),
        cells: CarrierCells,
        is_ignored: Type.Boolean(),
        problems: Type.Array(CarrierRowProblem),
        record: nullable(ReadRecord),
      }),
      { description: 'The first rows, then the first ones that would be refused' },
    ),
    read: Type.Integer({ minimum: 0, description: 'How many rows were looked at, the first ones' }),
    is_whole: Type.Boolean({ description: 'These are all rows of the file' }),
    good: Type.Integer({ minimum: 0 }),
    ignored: Type.Integer({ minimum: 0 }),
    refused: Type.Integer({ minimum: 0 }),
    problems: Type.Array(Type.Object({ problem: CarrierRowProblem, rows: Type.Integer({ minimum: 1 }) }), {
      maxItems: carrierRowProblems.length,
    }),
  },
  { title: 'CarrierPreview', description: 'How the first rows of a file would be read.' },
)
export type CarrierPreview = Static<typeof CarrierPreview>

export const CarrierImportRow = Type.Object(
  {
    import_reference: Ulid,
    row_number: Type.Integer({ minimum: 1 }),
    result: CarrierRowResult,
    problems: Type.Array(CarrierRowProblem),
    cells: CarrierCells,
  },
  { title: 'CarrierImportRow', description: 'A row of a file that was not imported, and why.' },
)
export type CarrierImportRow = Static<typeof CarrierImportRow>

export const SavedCarrierMapping = Type.Object(
  { ...changeFields, carrier_name: CarrierName, mapping: CarrierMapping },
  { title: 'SavedCarrierMapping', description: 'How files of a carrier were read last.' },
)
export type SavedCarrierMapping = Static<typeof SavedCarrierMapping>

const ofImports = { catalogue: 'admin-client', beyondSpecification: true } as const
const ofImport = {
  ...ofImports,
  params: Type.Object({ import_reference: Ulid }, closed),
} as const

export const listCarrierMappings = call({
  ...ofImports,
  method: 'GET',
  path: '/carrier_mappings',
  summary: 'Lists how files of each carrier were read last, by name.',
  action: 'carrier_imports:read',
  query: listQuery({}),
  requestHeaders: portalReadHeaders,
  response: listOf(SavedCarrierMapping),
  errors: ['list.bad_last_key'],
})

export const listCarrierImports = call({
  ...ofImports,
  method: 'GET',
  path: '/carrier_imports',
  summary: "Lists files of carriers' call records, the newest first.",
  action: 'carrier_imports:read',
  query: listQuery({ states: anyOf(CarrierImportState), carrier_names: anyOf(CarrierName) }),
  response: listOf(CarrierImport),
  errors: ['list.bad_last_key'],
})

export const uploadCarrierFile = call({
  ...ofImports,
  method: 'POST',
  path: '/carrier_imports',
  summary: `Takes a carrier's file as CSV, of at most ${limits.maxCarrierFileBytes / 1024 / 1024} MiB and ${limits.maxCarrierRows} rows. Nothing is imported yet.`,
  action: 'carrier_imports:write',
  query: Type.Object(
    {
      carrier_name: CarrierName,
      file_name: Type.String({ minLength: 1, maxLength: 255, rule: 'Text', pattern: '^[^\\u0000]*$' }),
    },
    closed,
  ),
  bodyKind: 'stream',
  response: CarrierImport,
  audit: 'carrier_import.uploaded',
  errors: [
    'request.malformed',
    'carrier_import.too_large',
    'carrier_import.too_many_rows',
    'carrier_import.empty',
    'carrier_import.not_text',
  ],
})

export const getCarrierImport = call({
  ...ofImport,
  method: 'GET',
  path: '/carrier_imports/{import_reference}',
  summary: "Reads one file of a carrier's call records.",
  action: 'carrier_imports:read',
  requestHeaders: portalReadHeaders,
  response: CarrierImport,
  errors: ['request.not_found'],
})

export const previewCarrierImport = call({
  ...ofImport,
  method: 'POST',
  path: '/carrier_imports/{import_reference}/preview',
  summary:
    'Tells how the first rows of an uploaded file would be read; changes nothing. Without a mapping, one is suggested.',
  action: 'carrier_imports:write',
  body: Type.Object({ mapping: Type.Optional(CarrierMapping) }, closed),
  maxBodyBytes: limits.maxFormBodyBytes,
  requestHeaders: portalReadHeaders,
  response: CarrierPreview,
  errors: [
    'request.not_found',
    'carrier_import.not_uploaded',
    'carrier_import.unknown_column',
    'carrier_import.wrong_mapping',
    'carrier_import.too_many_at_once',
  ],
})

export const startCarrierImport = call({
  ...ofImport,
  method: 'POST',
  path: '/carrier_imports/{import_reference}/start',
  summary: 'Imports an uploaded file row by row, and keeps the mapping for the next file of the carrier.',
  action: 'carrier_imports:write',
  body: Type.Object({ mapping: CarrierMapping }, closed),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: CarrierImport,
  audit: 'carrier_import.started',
  errors: [
    'request.not_found',
    'carrier_import.not_uploaded',
    'carrier_import.unknown_column',
    'carrier_import.wrong_mapping',
    'carrier_import.too_many_at_once',
  ],
})

export const undoCarrierImport = call({
  ...ofImport,
  method: 'DELETE',
  path: '/carrier_imports/{import_reference}',
  summary: 'Removes the records that a file added, or a file that was not imported yet.',
  action: 'carrier_imports:write',
  body: Type.Object({ reason: Reason }, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: CarrierImport,
  audit: 'carrier_import.undone',
  errors: ['request.not_found', 'carrier_import.undone_already'],
})

export const listCarrierImportRows = call({
  ...ofImport,
  method: 'GET',
  path: '/carrier_imports/{import_reference}/rows',
  summary: 'Lists the rows of a file that were not imported, in their order, with the reasons.',
  action: 'carrier_imports:read',
  query: listQuery({ results: anyOf(CarrierRowResult), problems: anyOf(CarrierRowProblem) }),
  response: listOf(CarrierImportRow),
  errors: ['request.not_found', 'list.bad_last_key'],
})

export const carrierImportCalls = {
  listCarrierMappings,
  listCarrierImports,
  uploadCarrierFile,
  getCarrierImport,
  previewCarrierImport,
  startCarrierImport,
  undoCarrierImport,
  listCarrierImportRows,
}

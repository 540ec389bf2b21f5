import type {
  Device,
  DeviceUser,
  GroupTag,
  MigrationCells,
  MigrationColumns,
  MigrationFileKind,
  PayloadMeta,
  PayloadState,
  PayloadType,
} from '@holdfast/contract'

/** A row of an export. Its record is `null` exactly if there is a problem. */
export interface LegacyRow {
  kind: MigrationFileKind
  fileName: string
  /** From 1, the title not counted. */
  rowNumber: number
  /** The row as it was read, shortened so that it can be kept. */
  cells: MigrationCells
  /** The reference that the row gives, also if the rest of it is refused. */
  reference: string | null
  record: LegacyRecord | null
  /** All problems of the row in a sentence each, and how to mend them. */
  problem: string | null
  warnings: string[]
  /** Texts that were repaired, such as emoji whose halves were written apart. */
  repairs: number
}

export interface LegacyGroup {
  kind: 'group'
  group_reference: string
  tags: GroupTag[]
}

export interface LegacyUser
  extends Pick<
    DeviceUser,
    'device_user_reference' | 'group' | 'services' | 'expected_device_count' | 'email' | 'first_name' | 'surname'
  > {
  kind: 'user'
  is_active: boolean
  /** ISO 8601 with milliseconds and Z, as all times of records. */
  onboard_date: string | null
  offboard_date: string | null
}

export interface LegacyDevice
  extends Pick<
    Device,
    | 'device_reference'
    | 'device_user_reference'
    | 'group'
    | 'services'
    | 'imeis'
    | 'model'
    | 'os_version'
    | 'app_version'
  > {
  kind: 'device'
  legacy_phone_number: string | null
  activated_at: string | null
  deactivation_date: string | null
  is_deactivated: boolean
}

export interface LegacyPayload {
  kind: 'payload'
  /** The reference of the source. */
  reference: string
  payload_type: PayloadType
  payload_time: string
  payload_state: Extract<PayloadState, 'Processed' | 'Transferred' | 'NotRecorded'>
  device_user_reference: string | null
  device_reference: string | null
  /** `null`: withheld. */
  numbers: (string | null)[]
  /** Valid for the type. */
  meta: PayloadMeta
  /** `null` also if the row names none, although its type has content. */
  content: LegacyContent | null
}

/** Content in a file of the export, below its folder, or in the row itself. */
export type LegacyContent =
  | { file_name: string; sha256: string | null; content_type: string | null }
  | { bytes: Uint8Array; content_type: string }

/** How much the source holds of the keys that are given. */
export interface LegacyTotals {
  kind: 'totals'
  device_user_reference: string | null
  group: string | null
  month: string | null
  day: string | null
  payload_type: PayloadType | null
  payloads: number | null
  seconds: number | null
  bytes: number | null
}

export type LegacyRecord = LegacyGroup | LegacyUser | LegacyDevice | LegacyPayload | LegacyTotals

/** A file of an export. Rows up to `from.rows` were read before and are passed over. */
export interface LegacyFile {
  name: string
  bytes: AsyncIterable<Uint8Array>
  from?: { rows: number }
}

export interface ReadOptions {
  /** The IANA name of the time zone of times without one. */
  timeZone: string
  /** How the columns of tables are read whose titles are others. */
  columns?: MigrationColumns | null
}

/** A row before its file's name, its number and its cells are added. */
export type RowReading = Omit<LegacyRow, 'kind' | 'fileName' | 'rowNumber'>

export const refused = (problem: string, cells: Record<string, string> = {}): RowReading => ({
  cells,
  reference: null,
  record: null,
  problem,
  warnings: [],
  repairs: 0,
})

const maxKeptColumns = 100
const maxKeptCharacters = 2000

/** The cells as they can be kept: PostgreSQL stores no NUL and no lone surrogates. */
const keptCells = (cells: Record<string, string>): MigrationCells =>
  Object.fromEntries(
    Object.entries(cells)
      .slice(0, maxKeptColumns)
      .map(([column, text]) => [storable(column.slice(0, 100)), storable(text.slice(0, maxKeptCharacters))]),
  )

/** The texts of a row as they can be kept. */
export const storableRow = (row: RowReading): RowReading => ({
  ...row,
  cells: keptCells(row.cells),
  reference: row.reference === null ? null : storable(row.reference),
  problem: row.problem === null ? null : storable(row.problem),
  warnings: row.warnings.map(storable),
})

const storable = (text: string): string => text.replaceAll('\u0000', '\ufffd').toWellFormed()

import { payloadTypes } from '@holdfast/contract'
import { sql } from 'kysely'
import {
  type PayloadRow,
  type PayloadTypeOrNone,
  storedJson,
  type TenantTransaction,
} from '../../../platform/database/index.ts'
import type { LegacyPayload, LegacyRow } from '../../migration-files/index.ts'
import { type Applied, failed, type Run } from '../apply/run.ts'
import type { ExportFile } from '../exports/export-files.ts'
import type { PayloadFacts } from '../payloads/facts.ts'
import { legacyReference } from '../payloads/legacy-reference.ts'
import { isSuccess } from '../runs/migration-record.ts'

/** A recording as its row describes it. Values that the row does not have are ''. */
export interface ReadPayload {
  row: LegacyRow
  payload_reference: string
  device_user_reference: string
  group: string
  day: string
  payload_type: PayloadTypeOrNone
  seconds: number
  bytes: number
}

const recordingKinds: ReadonlySet<string> = new Set(['payloads', 'sms_backup', 'recorder'])

/** The recordings that rows of a batch name, each once. */
export const readPayloads = (
  run: Run,
  fileNumber: number,
  rows: readonly LegacyRow[],
  facts: PayloadFacts,
  files: ReadonlyMap<string, ExportFile>,
): ReadPayload[] => {
  const dayOf = days(run.timeZone)
  const read = rows
    .filter(({ kind }) => recordingKinds.has(kind))
    .map((row): ReadPayload => {
      const { record } = row
      const payload_reference = referenceOf(run, fileNumber, row)
      if (record?.kind !== 'payload') return { row, payload_reference, ...unreadable(row) }
      const known = facts.known.get(payload_reference)
      const said = saidBy(record, known, facts, files)
      const group = known?.group ?? said.group
      return { row, payload_reference, ...said, group, day: dayOf(record.payload_time) }
    })
  return [...new Map(read.reverse().map((one) => [one.payload_reference, one])).values()]
}

/** Rows without a reference are one recording each. */
const referenceOf = (run: Run, fileNumber: number, { reference, rowNumber, record }: LegacyRow): string => {
  const named = record?.kind === 'payload' ? record.reference : reference
  return named === null ? `ROW-${fileNumber}-${rowNumber}` : legacyReference(run.source, named)
}

const saidBy = (
  payload: LegacyPayload,
  known: PayloadRow | undefined,
  facts: PayloadFacts,
  files: ReadonlyMap<string, ExportFile>,
) => {
  const { payload_type, device_reference, meta, content } = payload
  const device = device_reference === null ? undefined : facts.devices.get(device_reference)
  const person = payload.device_user_reference ?? known?.device_user_reference ?? device?.device_user_reference ?? ''
  const bytes = content && ('bytes' in content ? content.bytes.length : files.get(content.file_name)?.bytes)
  const { duration } = meta as { duration?: number }
  return {
    device_user_reference: person,
    group: facts.users.get(person)?.group ?? '',
    payload_type,
    seconds: duration ?? 0,
    bytes: bytes ?? 0,
  }
}

const unreadable = ({ cells }: LegacyRow): Omit<ReadPayload, 'row' | 'payload_reference'> => ({
  device_user_reference: cells.device_user_reference ?? '',
  group: '',
  day: '',
  payload_type: payloadTypes.find((type) => type === cells.payload_type) ?? '',
  seconds: 0,
  bytes: 0,
})

const days = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return (time: string): string => format.format(new Date(time))
}

/** Keeps the recordings that a batch read, with how their rows ended. One that arrived keeps what was said when it did. */
export const noteRead = async (
  tx: TenantTransaction,
  run: Run,
  read: readonly ReadPayload[],
  ended: ReadonlyMap<LegacyRow, Applied>,
): Promise<void> => {
  if (run.isDryRun || read.length === 0) return
  const rows = read.map(({ row, ...one }) => ({ ...one, code: (ended.get(row) ?? failed('')).code }))
  const successes = [...new Set(rows.map(({ code }) => code).filter(isSuccess))]
  await sql`
    insert into legacy_migration_payloads as noted
      (client, migration_id, payload_reference, device_user_reference, "group", day, payload_type, code, seconds, bytes)
    select ${tx.client}, ${run.migration_id}, payload_reference, device_user_reference, "group", day, payload_type, code, seconds, bytes
    from json_populate_recordset(null::legacy_migration_payloads, ${storedJson(rows)}::json)
    on conflict (client, migration_id, payload_reference) do update set device_user_reference = excluded.device_user_reference,
      "group" = excluded."group", day = excluded.day, payload_type = excluded.payload_type, code = excluded.code,
      seconds = excluded.seconds, bytes = excluded.bytes
    where excluded.code = any(${successes}::text[])`.execute(tx.db)
}

/** Keeps what the export says that the whole source holds. */
export const noteTotals = async (
  tx: TenantTransaction,
  run: Run,
  file_number: number,
  rows: readonly LegacyRow[],
): Promise<void> => {
  if (run.isDryRun) return
  const { client } = tx
  const totals = rows.flatMap(({ record, rowNumber }) => {
    if (record?.kind !== 'totals') return []
    const { kind: _, ...said } = record
    return [{ client, migration_id: run.migration_id, file_number, row_number: rowNumber, ...said }]
  })
  if (totals.length > 0) await tx.db.insertInto('legacy_migration_totals').values(totals).execute()
}

/** Rows of totals are no rows of the migration, unless they cannot be read. */
export const isTotals = ({ record }: LegacyRow): boolean => record?.kind === 'totals'

import type { CarrierOutcome } from '@holdfast/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import { storedJson, type Tables, type TenantTransaction } from '../../../platform/database/index.ts'

export type CarrierRecordRow = Selectable<Tables['carrier_records']>

/** What becomes of a record. */
export interface Compared {
  record_reference: string
  outcome: CarrierOutcome
  payload_reference: string | null
  time_difference_s: number | null
  duration_difference_s: number | null
  device_user_reference: string | null
  group: string | null
}

/** A recording that no record mentions. */
export type NotListedRow = Insertable<Tables['carrier_records']>

interface Comparison {
  /** All rows of the period as they are stored. */
  before: readonly CarrierRecordRow[]
  compared: readonly Compared[]
  notListed: readonly NotListedRow[]
}

/** Stores what changed. A new outcome removes the sign-off of the former one, which stays on the trail. */
export const storeComparison = async (
  tx: TenantTransaction,
  { before, compared, notListed }: Comparison,
): Promise<void> => {
  const stored = new Map(before.map((row) => [row.record_reference, row]))
  const changed = compared.filter((one) => isChanged(stored.get(one.record_reference), one))
  const listedNow = new Set(notListed.map(({ content_key }) => content_key))
  const ended = before.filter((row) => row.import_reference === null && !listedNow.has(row.content_key))
  const known = new Set(before.map(({ content_key }) => content_key))
  await removeRows(tx, ended.map(referenceOf))
  await releaseRecordings(
    tx,
    changed.filter((one) => stored.get(one.record_reference)?.payload_reference).map(referenceOf),
  )
  await updateRows(tx, changed)
  await insertRows(
    tx,
    notListed.filter(({ content_key }) => !known.has(content_key)),
  )
}

const referenceOf = ({ record_reference }: { record_reference: string }): string => record_reference

const isChanged = (row: CarrierRecordRow | undefined, one: Compared): boolean =>
  row?.outcome !== one.outcome ||
  row.payload_reference !== one.payload_reference ||
  row.time_difference_s !== one.time_difference_s ||
  row.duration_difference_s !== one.duration_difference_s ||
  row.device_user_reference !== one.device_user_reference ||
  row.group !== one.group

const removeRows = async ({ db, client }: TenantTransaction, references: readonly string[]): Promise<void> => {
  if (references.length === 0) return
  await sql`delete from carrier_records where client = ${client} and record_reference = any(${references}::text[])`.execute(
    db,
  )
}

/** First, because two records may exchange their recordings, and a recording belongs to one record at a time. */
const releaseRecordings = async ({ db, client }: TenantTransaction, references: readonly string[]): Promise<void> => {
  if (references.length === 0) return
  await sql`update carrier_records set payload_reference = null
    where client = ${client} and record_reference = any(${references}::text[])`.execute(db)
}

const updateRows = async ({ db, client }: TenantTransaction, rows: readonly Compared[]): Promise<void> => {
  if (rows.length === 0) return
  await sql`update carrier_records record set
      outcome = changed.outcome, payload_reference = changed.payload_reference, time_difference_s = changed.time_difference_s,
      duration_difference_s = changed.duration_difference_s, device_user_reference = changed.device_user_reference,
      "group" = changed."group",
      signed_off_at = case when record.outcome = changed.outcome then record.signed_off_at end,
      signed_off_by = case when record.outcome = changed.outcome then record.signed_off_by end,
      signed_off_reason = case when record.outcome = changed.outcome then record.signed_off_reason end
    from json_to_recordset(${storedJson(rows)}::json) as changed (record_reference text, outcome text, payload_reference text,
      time_difference_s float8, duration_difference_s float8, device_user_reference text, "group" text)
    where record.client = ${client} and record.record_reference = changed.record_reference`.execute(db)
}

const rowsAtOnce = 1000

const insertRows = async ({ db }: TenantTransaction, rows: readonly NotListedRow[]): Promise<void> => {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await db
      .insertInto('carrier_records')
      .values(rows.slice(start, start + rowsAtOnce))
      .execute()
  }
}

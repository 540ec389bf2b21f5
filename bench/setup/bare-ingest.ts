import { mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import type { PayloadRegistration } from '@holdfast/contract'
import type pg from 'pg'
import { newId } from '../../apps/server/src/platform/identifiers.ts'
import { ownerPool } from '../../tests/setup/owner-pool.ts'
import { percentile } from '../report.ts'
import type { LoadResult } from './http-load.ts'
import { client } from './installation.ts'
import { processorMilliseconds } from './processor-time.ts'

type Row = Record<string, unknown>

/**
 * The rows that Holdfast wrote for one payload. The comparison writes copies of them, so that both sides write the
 * same.
 */
export interface RowsOfOnePayload {
  payloads: Row[]
  payload_numbers: Row[]
  payload_counters: Row[]
  custody_events: Row[]
  device_activities: Row[]
}

const readRows = async (owner: pg.Client, table: string, condition: string, values: unknown[]): Promise<Row[]> => {
  const { rows } = await owner.query<{ row: Row }>(
    `select to_jsonb(t) as row from app.${table} t where client = $1 and ${condition}`,
    [client, ...values],
  )
  return rows.map(({ row }) => row)
}

export const rowsOf = async (owner: pg.Client, payload_reference: string): Promise<RowsOfOnePayload> => {
  const byReference = (table: string) => readRows(owner, table, 'payload_reference = $2', [payload_reference])
  const counted = `"group" = 'Group 000' and payload_type = 'SMS' and payload_state = 'Uploaded' and payloads > 0
    and (day = '-infinity' or day = (select max(day) from app.payload_counters where client = $1)) order by slot limit 2`
  return {
    // The database computes direction and thread.
    payloads: (await byReference('payloads')).map(({ direction: _, thread_id: __, ...row }) => row),
    payload_numbers: await byReference('payload_numbers'),
    payload_counters: await readRows(owner, 'payload_counters', counted, []),
    custody_events: await byReference('custody_events'),
    device_activities: await readRows(owner, 'device_activities', `call like 'POST%' order by log_id desc limit 1`, []),
  }
}

const insert = (table: string, [row = {}]: readonly Row[], conflict = ''): string => {
  const columns = Object.keys(row).map((column) => `"${column}"`)
  return `insert into app.${table} (${columns}) select ${columns}
    from jsonb_populate_recordset(null::app.${table}, $1::jsonb) ${conflict}`
}

const addCounts =
  'on conflict (client, "group", payload_type, payload_state, day, slot) do update set payloads = payload_counters.payloads + excluded.payloads'

/** Writes the rows of a batch in one transaction, with one plain statement for each table. */
const writeRows = async (
  db: pg.PoolClient,
  items: readonly PayloadRegistration[],
  templateRows: RowsOfOnePayload,
  device: string,
) => {
  const forEach = (rows: Row[], own: (row: Row, item: PayloadRegistration) => Row): string =>
    JSON.stringify(items.flatMap((item) => rows.map((row) => ({ ...row, ...own(row, item) }))))
  const slot = Math.floor(Math.random() * 4)
  await db.query('begin')
  await db.query(insert('payloads', templateRows.payloads), [
    forEach(templateRows.payloads, (_, { payload_reference, sequence, checksum }) => ({
      payload_reference,
      sequence,
      checksum,
      device_reference: device,
    })),
  ])
  await db.query(insert('payload_numbers', templateRows.payload_numbers), [
    forEach(templateRows.payload_numbers, (_, { payload_reference, payload_time }) => ({
      payload_reference,
      payload_time,
    })),
  ])
  await db.query(insert('payload_counters', templateRows.payload_counters, addCounts), [
    JSON.stringify(templateRows.payload_counters.map((row) => ({ ...row, slot, payloads: items.length }))),
  ])
  await db.query(insert('custody_events', templateRows.custody_events), [
    forEach(templateRows.custody_events, (_, { payload_reference }) => ({ payload_reference, event_id: newId() })),
  ])
  await db.query(insert('device_activities', templateRows.device_activities), [
    JSON.stringify(templateRows.device_activities.map((row) => ({ ...row, log_id: newId() }))),
  ])
  await db.query(
    `select graphile_worker.add_job('process-payload', json_build_object('payload_reference', reference), job_key => reference)
     from unnest($1::text[]) as reference`,
    [items.map(({ payload_reference }) => payload_reference)],
  )
  await db.query('commit')
}

const writeObject = async (folder: string, { payload_reference, content = '' }: PayloadRegistration): Promise<void> => {
  const file = await open(path.join(folder, payload_reference), 'wx')
  try {
    await file.writeFile(Buffer.from(content, 'base64'))
    await file.sync()
  } finally {
    await file.close()
  }
}

export interface BareIngest {
  databaseUrl: string
  databasePid: number
  folder: string
  templateRows: RowsOfOnePayload
  writers: number
  seconds: number
  nextRegistrations: (writer: number) => PayloadRegistration[]
}

/** Writers that each make a batch's objects durable and then commit its rows, as fast as they can. */
export const runBareIngest = async (ingest: BareIngest): Promise<LoadResult> => {
  const { databaseUrl, databasePid, folder, templateRows, writers, seconds, nextRegistrations } = ingest
  await mkdir(folder, { recursive: true })
  const pool = ownerPool(databaseUrl, { max: writers })
  const connections = await Promise.all(Array.from({ length: writers }, () => pool.connect()))
  const pids = [process.pid, databasePid]
  const latencies: number[] = []
  const processorBefore = processorMilliseconds(pids)
  const start = performance.now()
  const end = start + seconds * 1_000
  await Promise.all(
    connections.map(async (db, writer) => {
      while (performance.now() < end) {
        const items = nextRegistrations(writer)
        const began = performance.now()
        await Promise.all(items.map((item) => writeObject(folder, item)))
        await writeRows(db, items, templateRows, `bare-${writer}`)
        latencies.push(performance.now() - began)
      }
      db.release()
    }),
  )
  const elapsedSeconds = (performance.now() - start) / 1_000
  const processor = (processorMilliseconds(pids) - processorBefore) / latencies.length
  await pool.end()
  latencies.sort((a, b) => a - b)
  return {
    rate: latencies.length / elapsedSeconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    processor,
  }
}

import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { openBytes, unwrapDek } from '@holdfast/custody'
import pg from 'pg'
import { openPlatform } from '../../apps/server/src/core/open-platform.ts'
import { newId } from '../../apps/server/src/platform/identifiers.ts'
import { readSettings } from '../../apps/server/src/platform/settings/index.ts'
import { serveParent } from './child-server.ts'
import { client } from './installation.ts'

/**
 * Processes messages as Holdfast does, but only with the same reads, decryption and row changes: no scan, no probe, no jobs, no
 * notices, and no way back if one message of a batch is faulty.
 */
const batchSize = 100
const idleMs = 20

const { databaseUrl, ...settings } = readSettings(process.env)
if (databaseUrl === undefined) throw new Error('DATABASE_URL is not set')
const platform = await openPlatform({ settings: { ...settings, databaseUrl }, termsVersion: 'not used' })
/** As many transactions at once as the worker has jobs. */
const lanes = settings.workerConcurrency
const pool = new pg.Pool({ connectionString: databaseUrl, max: lanes })
let isStopping = false

interface Message {
  payload_reference: string
  payload_type: string
  payload_day: string
  device_reference: string
  group: string
  key_id: string
  encrypted_dek: string
  iv: string
  checksum: string
  sealed: Buffer
}

const claim = `select payload_reference, payload_type, (payload_time at time zone 'UTC')::date::text as payload_day, device_reference,
    "group", key_id, encrypted_dek, iv, checksum, sealed
  from app.payloads join app.payload_contents using (client, payload_reference)
  where client = $1 and payload_state = 'Uploaded' and is_content_in_table
  order by payload_time, payload_reference limit ${batchSize} for update of payloads skip locked`

const update = `update app.payloads set payload_state = 'Processed', media = row.media, failure = null, processed_at = now(),
    updated_at = now(), updated_by = 'bare'
  from jsonb_to_recordset($2::jsonb) as row (payload_reference text, media jsonb)
  where client = $1 and payloads.payload_reference = row.payload_reference`

const insertCustody = `insert into app.custody_events (client, event_id, payload_reference, event, occurred_at, actor_kind, actor, details)
  select $1, event_id, payload_reference, event, now(), 'system', 'bare', details
  from jsonb_to_recordset($2::jsonb) as row (event_id text, payload_reference text, event text, details jsonb)`

const addCounts = `insert into app.payload_counters (client, "group", payload_type, payload_state, day, slot, payloads)
  select $1, "group", payload_type, payload_state, day, $3, payloads
  from jsonb_to_recordset($2::jsonb) as row ("group" text, payload_type text, payload_state text, day date, payloads bigint)
  order by "group", payload_type, payload_state, day
  on conflict (client, "group", payload_type, payload_state, day, slot)
    do update set payloads = payload_counters.payloads + excluded.payloads`

const open = async (message: Message): Promise<number> => {
  const key = await platform.clientKeys.privateKey(client, message.key_id)
  if (!key) throw new Error('The account has no such key')
  if (createHash('sha256').update(message.sealed).digest('hex') !== message.checksum) throw new Error('Wrong checksum')
  return (await openBytes(message.sealed, await unwrapDek(message.encrypted_dek, key), message)).length
}

const countsOf = (messages: readonly Message[]) =>
  [
    ...Map.groupBy(messages, ({ group, payload_type, payload_day }) => `${group}\n${payload_type}\n${payload_day}`),
  ].flatMap(([key, { length }]) => {
    const [group, payload_type, payload_day] = key.split('\n')
    return [payload_day, '-infinity'].flatMap((day) => [
      { group, payload_type, payload_state: 'Uploaded', day, payloads: -length },
      { group, payload_type, payload_state: 'Processed', day, payloads: length },
    ])
  })

const eventsOf = ({ payload_reference }: Message) => [
  { event_id: newId(), payload_reference, event: 'payload.scanning', details: { from: 'Uploaded', to: 'Scanning' } },
  { event_id: newId(), payload_reference, event: 'payload.processed', details: { from: 'Scanning', to: 'Processed' } },
]

const mediaOf = async (message: Message) => ({
  payload_reference: message.payload_reference,
  media: {
    content_type: 'application/json',
    size: await open(message),
    duration_ms: null,
    width: null,
    height: null,
    channels: null,
    sample_rate: null,
  },
})

/** @returns whether there were any messages */
const processBatch = async (db: pg.PoolClient): Promise<boolean> => {
  await db.query('begin')
  const { rows } = await db.query<Message>(claim, [client])
  if (rows.length > 0) {
    await db.query(update, [client, JSON.stringify(await Promise.all(rows.map(mediaOf)))])
    await db.query(addCounts, [client, JSON.stringify(countsOf(rows)), Math.floor(Math.random() * 4)])
    await db.query(insertCustody, [client, JSON.stringify(rows.flatMap(eventsOf))])
  }
  await db.query('commit')
  return rows.length > 0
}

const lane = async (): Promise<void> => {
  const db = await pool.connect()
  while (!isStopping) if (!(await processBatch(db))) await setTimeout(idleMs)
  db.release()
}

const running = Promise.all(Array.from({ length: lanes }, lane))
serveParent(settings.origin, async () => {
  isStopping = true
  await running
  await pool.end()
  await platform.close()
})

import { measureStream } from '@holdfast/custody'
import { readStoredContent } from '../../apps/server/src/modules/payloads/index.ts'
import type { Database, PayloadRow } from '../../apps/server/src/platform/database/index.ts'
import { ObjectNotFound, type Objects } from '../../apps/server/src/platform/objects/index.ts'

/** An account, with the stores that hold its recordings. */
export interface AccountStores {
  client: string
  database: Database
  objects: Objects
}

/** The custody of every recording that was processed, in order. */
const custodyWithContent = [
  'payload.registered null→Recorded',
  'payload.uploaded Recorded→Uploaded',
  'payload.scanning Uploaded→Scanning',
  'payload.processed Scanning→Processed',
]
const custodyWithoutContent = ['payload.registered null→NotRecorded']
/** Parts are made after the recording was processed. */
const custodyOfParts: readonly string[] = ['payload.derived', 'payload.derivation_failed']

/**
 * What is wrong with one recording that its handset has delivered. It must be registered, uploaded and processed
 * exactly once, its stored bytes must be the registered ones, and the trail must have the call of each change.
 */
export const faultsOfPayload = async (stores: AccountStores, payload_reference: string): Promise<string[]> => {
  const { payload, custody, onTrail } = await readPayload(stores, payload_reference)
  if (!payload) return ['It is not registered']
  const { payload_state, checksum } = payload
  const faults: string[] = []
  const isEmpty = checksum === null
  if (payload_state !== (isEmpty ? 'NotRecorded' : 'Processed')) faults.push(`It is ${payload_state}`)
  const ofStates = custody.filter(({ event }) => !custodyOfParts.includes(event))
  const found = ofStates.map(({ event, details }) => `${event} ${details.from ?? null}→${details.to}`)
  const expected = isEmpty ? custodyWithoutContent : custodyWithContent
  if (found.join() !== expected.join()) faults.push(`Its custody says ${found.join(', ')}`)
  const unrecorded = custody.filter(({ request_id }) => request_id !== null && !onTrail.has(request_id))
  for (const { event } of unrecorded) faults.push(`The trail has no call for its ${event}`)
  if (isEmpty) return faults
  if ((await checksumOf(stores, payload)) !== checksum) faults.push('Its stored bytes are not the registered ones')
  return faults
}

const readPayload = ({ client, database }: AccountStores, payload_reference: string) =>
  database.read(client, async (tx) => {
    const payload = await tx.db
      .selectFrom('payloads')
      .select(['client', 'payload_reference', 'payload_state', 's3_path', 'is_content_in_table', 'checksum'])
      .where('client', '=', client)
      .where('payload_reference', '=', payload_reference)
      .executeTakeFirst()
    const custody = await tx.db
      .selectFrom('custody_events')
      .select(['event', 'details', 'request_id'])
      .where('client', '=', client)
      .where('payload_reference', '=', payload_reference)
      .orderBy('event_id')
      .execute()
    const requests = custody.flatMap(({ request_id }) => request_id ?? [])
    const activities = await tx.db
      .selectFrom('device_activities')
      .select('request_id')
      .where('client', '=', client)
      .where('request_id', 'in', ['', ...requests])
      .execute()
    return { payload, custody, onTrail: new Set(activities.map(({ request_id }) => request_id)) }
  })

type ContentPlace = Pick<PayloadRow, 'client' | 'payload_reference' | 's3_path' | 'is_content_in_table'>

const checksumOf = async (stores: AccountStores, payload: ContentPlace): Promise<string | null> => {
  try {
    return (await measureStream(await readStoredContent(stores, payload))).checksum
  } catch (error) {
    if (error instanceof ObjectNotFound) return null
    throw error
  }
}

/** Differences between the tables of an account and the object store, once all work has ended. */
export const faultsOfAccount = async (stores: AccountStores): Promise<string[]> => {
  const {
    counted,
    counters,
    bytes,
    storedBytes,
    measured,
    metrics,
    numbers,
    entries,
    inThreads,
    conversations,
    parts,
    paths,
    inTable,
    contents,
    batches,
  } = await readAccount(stores)
  const keys: string[] = []
  for await (const { key } of stores.objects.list('')) {
    // What was made while its worker or the database died belongs to no row, and is removed by a sweep days later.
    if (!key.startsWith('derived/') || paths.includes(key)) keys.push(key)
  }
  return [
    ...differences('counted payloads', counted, counters),
    ...differences('stored bytes', bytes, storedBytes),
    ...differences('metrics of devices', measured, metrics),
    ...differences('numbers of payloads', numbers, entries),
    ...differences('messages of conversations', inThreads, conversations),
    ...differences('objects', new Map(paths.map((path) => [path, 1])), new Map(keys.map((key) => [key, 1]))),
    ...differences('contents in the table', inTable, contents),
    ...batches.map((batch_id) => `The batch ${batch_id} is left`),
    ...parts.map((reference) => `Parts of ${reference} are left`),
  ]
}

/** Large accounts take longer than one statement may. */
const pageRows = 20_000

/** All rows of pages that continue after a reference. */
const eachPage = async <Row extends { payload_reference: string }>(
  page: (after: string) => Promise<Row[]>,
): Promise<Row[]> => {
  const rows: Row[] = []
  let more = await page('')
  while (more.length > 0) {
    for (const row of more) rows.push(row)
    more = await page(more.at(-1)?.payload_reference ?? '')
  }
  return rows
}

const readAccount = ({ client, database }: AccountStores) =>
  database.read(client, async (tx) => {
    const payloads = await eachPage((after) =>
      tx.db
        .selectFrom('payloads')
        .select(['payload_reference', 'payload_type', 'payload_state', 'group', 'device_reference'])
        .select([
          'device_user_reference',
          'payload_time',
          'size',
          's3_path',
          'is_content_in_table',
          'numbers',
          'thread_id',
        ])
        .where('client', '=', client)
        .where('payload_reference', '>', after)
        .orderBy('payload_reference')
        .limit(pageRows)
        .execute(),
    )
    const kept = await tx.db.selectFrom('payload_counters').selectAll().where('client', '=', client).execute()
    const kinds = await tx.db.selectFrom('payload_metrics').selectAll().where('client', '=', client).execute()
    const listed = await eachPage((after) =>
      tx.db
        .selectFrom('payload_numbers')
        .select(['payload_reference', 'number'])
        .where('client', '=', client)
        .where('payload_reference', '>', after)
        .orderBy('payload_reference')
        // All numbers of the last recording.
        .fetch(pageRows, 'with ties')
        .execute(),
    )
    const threads = await tx.db.selectFrom('conversations').selectAll().where('client', '=', client).execute()
    const parts = await tx.db.selectFrom('upload_parts').selectAll().where('client', '=', client).execute()
    const stored = await tx.db.selectFrom('stored_bytes').selectAll().where('client', '=', client).execute()
    const former = await tx.db
      .selectFrom('former_seals')
      .innerJoin('payloads', (join) =>
        join
          .onRef('payloads.client', '=', 'former_seals.client')
          .onRef('payloads.payload_reference', '=', 'former_seals.payload_reference'),
      )
      .select(['payloads.payload_type', 'former_seals.size', 'former_seals.s3_path', 'former_seals.sealed'])
      .where('former_seals.client', '=', client)
      .where('payloads.client', '=', client)
      .execute()
    const sealed = await tx.db
      .selectFrom('payload_contents')
      .select('payload_reference')
      .where('client', '=', client)
      .execute()
    const derived = await tx.db.selectFrom('derived_media').select('s3_path').where('client', '=', client).execute()
    const batches = await tx.db.selectFrom('message_batches').select('batch_id').where('client', '=', client).execute()
    return {
      counted: sums(
        payloads.flatMap(({ payload_time, ...payload }) =>
          [payload_time.slice(0, 10), '-infinity'].map((day) => [counterName({ ...payload, day }), 1]),
        ),
      ),
      counters: sums(kept.map((row) => [counterName(row), row.payloads])),
      bytes: sums([
        ...payloads
          .filter(({ s3_path, is_content_in_table }) => s3_path !== null || is_content_in_table)
          .map(({ payload_type, size }) => [payload_type, size ?? 0] as const),
        ...former
          .filter(({ s3_path, sealed }) => s3_path !== null || sealed !== null)
          .map(({ payload_type, size }) => [payload_type, size ?? 0] as const),
      ]),
      storedBytes: sums(stored.map(({ payload_type, bytes }) => [payload_type, bytes])),
      measured: sums(
        payloads.map(({ payload_time, ...payload }) => [metricName({ ...payload, day: payload_time.slice(0, 10) }), 1]),
      ),
      metrics: sums(kinds.map((row) => [metricName(row), row.payloads])),
      numbers: sums(
        payloads.flatMap(({ payload_reference, numbers }) =>
          // Withheld numbers are not found by the filter.
          numbers.filter((number) => number !== null).map((number) => [`${payload_reference} ${number}`, 1]),
        ),
      ),
      entries: sums(listed.map((row) => [`${row.payload_reference} ${row.number}`, 1])),
      inThreads: sums(
        payloads.flatMap((payload) => (payload.thread_id === null ? [] : [[threadName(payload), 1] as const])),
      ),
      conversations: sums(threads.map((row) => [threadName(row), row.messages])),
      parts: parts.map(({ payload_reference }) => payload_reference),
      paths: [...payloads, ...derived].flatMap(({ s3_path }) => s3_path ?? []),
      inTable: sums(
        payloads
          .filter(({ is_content_in_table }) => is_content_in_table)
          .map(({ payload_reference }) => [payload_reference, 1]),
      ),
      contents: sums(sealed.map(({ payload_reference }) => [payload_reference, 1])),
      batches: batches.map(({ batch_id }) => batch_id),
    }
  })

interface Counted {
  group: string
  payload_type: string
  payload_state: string
  day: string
}

const counterName = ({ group, payload_type, payload_state, day }: Counted): string =>
  [group, payload_type, payload_state, day].join(' ')

interface Measured {
  device_reference: string
  payload_type: string
  day: string
  group: string
  device_user_reference: string | null
}

const metricName = ({ device_reference, payload_type, day, group, device_user_reference }: Measured): string =>
  [device_reference, payload_type, day, group, device_user_reference ?? ''].join(' ')

type InThread = Pick<PayloadRow, 'device_reference' | 'thread_id' | 'group' | 'payload_type'> & {
  device_user_reference: string | null
}

const threadName = ({ device_reference, thread_id, group, payload_type, device_user_reference }: InThread): string =>
  [device_reference, thread_id, group, payload_type, device_user_reference ?? ''].join(' ')

const sums = (entries: readonly (readonly [name: string, count: number])[]): Map<string, number> => {
  const totals = new Map<string, number>()
  for (const [name, count] of entries) totals.set(name, (totals.get(name) ?? 0) + count)
  return totals
}

const differences = (
  what: string,
  expected: ReadonlyMap<string, number>,
  found: ReadonlyMap<string, number>,
): string[] =>
  [...new Set([...expected.keys(), ...found.keys()])]
    .filter((name) => (expected.get(name) ?? 0) !== (found.get(name) ?? 0))
    .map((name) => `${what}: ${name} should be ${expected.get(name) ?? 0}, is ${found.get(name) ?? 0}`)

import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { deviceCommandStates, payloadMetaSchemas, payloadStates, payloadTypes } from '@holdfast/contract'
import { openBytes, unwrapDek } from '@holdfast/custody'
import { sql } from 'kysely'
import Value from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { queryBreaches } from '../../../../tests/distribution/query-breaches.ts'
import { type DemoParts, openDemoParts } from '../../../../tests/setup/demo-parts.ts'
import { readStoredContent } from '../../../server/src/modules/payloads/index.ts'
import type { PayloadRow } from '../../../server/src/platform/database/index.ts'
import { demoCustomers } from '../demo-customers.ts'
import { fillCustomerHistory } from './fill-customer-history.ts'
import { loadSampleMedia, type SampleMedia } from './sample-media.ts'

const customers = demoCustomers
  .filter(({ client }) => client === 'meridian' || client === 'aurora')
  .map((customer) => ({ customer, size: { days: 60, volume: customer.client === 'meridian' ? 700 : 200 } }))
const clients = customers.map(({ customer }) => customer.client)

let parts: DemoParts
let samples: SampleMedia

beforeAll(async () => {
  samples = await loadSampleMedia()
  parts = await openDemoParts(customers.map(({ customer }) => customer))
  await fillCustomerHistory(parts, samples, customers)
})
afterAll(() => parts.close())

const payloadsOf = (client: string): Promise<PayloadRow[]> =>
  parts.database.read(client, (tx) =>
    tx.db.selectFrom('payloads').selectAll().where('client', '=', client).orderBy('sequence').execute(),
  )

const everyPayload = async (): Promise<PayloadRow[]> => (await Promise.all(clients.map(payloadsOf))).flat()

/** Opens the content as a player would get it. */
const open = async ({ client, ...payload }: PayloadRow): Promise<Uint8Array> => {
  const { key_id, encrypted_dek, iv } = payload
  if (!key_id || !encrypted_dek || !iv) throw new Error(`${payload.payload_reference} has no content`)
  const key = await parts.clientKeys.privateKey(client, key_id)
  if (!key) throw new Error(`no key ${key_id}`)
  const sealed = await buffer(await readStoredContent(parts, { client, ...payload }))
  return openBytes(sealed, await unwrapDek(encrypted_dek, key), { ...payload, iv })
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

describe('the history of the demonstration', () => {
  it('has recordings of every type and in every lasting state', async () => {
    const payloads = await everyPayload()
    expect(new Set(payloads.map((each) => each.payload_type))).toEqual(new Set(payloadTypes))
    // The worker moves recordings out of Uploaded and Scanning within a moment.
    const passing: readonly string[] = ['Uploaded', 'Scanning']
    const lasting = payloadStates.filter((state) => !passing.includes(state))
    expect(new Set(payloads.map((each) => each.payload_state))).toEqual(new Set(lasting))
    const failures = payloads.filter((each) => each.payload_state === 'Failed').map(({ failure }) => failure)
    expect(new Set(failures)).toEqual(new Set(['wrong_key', 'tampered', 'truncated', 'checksum']))
  })

  it('has commands in every state, each with its calls on the trail', async () => {
    const client = 'meridian'
    const { commands, sent } = await parts.database.read(client, async (tx) => ({
      commands: await tx.db.selectFrom('device_commands').selectAll().where('client', '=', client).execute(),
      sent: await tx.db
        .selectFrom('user_activities')
        .select('events')
        .where('client', '=', client)
        .where('call', '=', 'POST /commands')
        .execute(),
    }))
    expect(new Set(commands.map(({ state }) => state))).toEqual(new Set(deviceCommandStates))
    const told = sent.flatMap(({ events }) => events.map(({ details }) => details.command_reference))
    expect(told.sort()).toEqual(commands.map(({ command_reference }) => command_reference).sort())
  })

  it('has metadata as handsets register it', async () => {
    const problems = (await everyPayload()).flatMap(({ payload_type, payload_reference, meta }) =>
      Value.Errors(payloadMetaSchemas[payload_type], meta).map(({ message }) => `${payload_reference} ${message}`),
    )
    expect(problems).toEqual([])
  })

  it('has counters that agree with its recordings', async () => {
    for (const client of clients) {
      const payloads = await payloadsOf(client)
      const keyOf = (payload: PayloadRow) =>
        [payload.group, payload.payload_type, payload.payload_state, payload.payload_time.slice(0, 10)].join(' ')
      const counted = await parts.database.read(client, (tx) =>
        tx.db
          .selectFrom('payload_counters')
          .select([sql<string>`concat_ws(' ', "group", payload_type, payload_state, day::text)`.as('key')])
          .select(({ fn }) => fn.sum<number>('payloads').as('payloads'))
          .where('client', '=', client)
          .groupBy(['group', 'payload_type', 'payload_state', 'day'])
          .execute(),
      )
      const inDays = counted.filter(({ key }) => !key.endsWith('-infinity'))
      const expected = [...Map.groupBy(payloads, keyOf)].map(([key, { length }]) => [key, length])
      expect(inDays.map(({ key, payloads: count }) => [key, Number(count)]).sort()).toEqual(expected.sort())
      const stored = await parts.database.read(client, (tx) =>
        tx.db.selectFrom('stored_bytes').select('bytes').where('client', '=', client).execute(),
      )
      const kept = payloads.filter(({ s3_path, is_content_in_table }) => s3_path !== null || is_content_in_table)
      expect(stored.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(
        kept.reduce((sum, { size }) => sum + (size ?? 0), 0),
      )
    }
  })

  it('has sequence numbers without gaps, except those that are kept as gaps', async () => {
    for (const client of clients) {
      const byDevice = Map.groupBy(await payloadsOf(client), ({ device_reference }) => device_reference)
      const gaps = [...byDevice.values()].filter((rows) => rows.at(-1)?.sequence !== rows.length - 1)
      expect(gaps.length).toBeGreaterThan(0)
      const kept = await parts.database.read(client, (tx) =>
        tx.db
          .selectFrom('sequence_gaps')
          .select(['device_reference', 'first_missing', 'last_missing'])
          .where('client', '=', client)
          .where('closed_at', 'is', null)
          .execute(),
      )
      const missing = gaps.flatMap((rows) =>
        rows.slice(1).flatMap((row, index) => {
          const before = rows[index]?.sequence ?? 0
          if (row.sequence === before + 1) return []
          const { device_reference, sequence } = row
          return [{ device_reference, first_missing: before + 1, last_missing: sequence - 1 }]
        }),
      )
      expect(kept).toHaveLength(missing.length)
      expect(kept).toEqual(expect.arrayContaining(missing))
    }
  })

  it('has Processed recordings that open to the recorded content', async () => {
    const recorded = [...samples.recordings.values()].flat().map(({ bytes }) => sha256(bytes))
    const processed = (await everyPayload()).filter((each) => each.payload_state === 'Processed')
    for (const payload of processed.filter((_, index) => index % 7 === 0)) {
      const bytes = await open(payload)
      expect(payload.media?.size).toBe(bytes.length)
      if (['Call', 'Interview', 'Photo', 'Video', 'AR'].includes(payload.payload_type)) {
        expect(recorded).toContain(sha256(bytes))
      }
      if (['SMS', 'MMS', 'RCS'].includes(payload.payload_type)) {
        expect(JSON.parse(Buffer.from(bytes).toString())).toMatchObject({ text: expect.any(String) })
      }
      const stored = await buffer(await readStoredContent(parts, payload))
      expect([stored.length, sha256(stored)]).toEqual([payload.size, payload.checksum])
    }
  })

  it('has Failed recordings that do not open', async () => {
    for (const payload of (await everyPayload()).filter((each) => each.payload_state === 'Failed')) {
      await expect(open(payload)).rejects.toThrow()
    }
  })

  it('has Destroyed recordings without keys and content', async () => {
    const destroyed = (await everyPayload()).filter((each) => each.payload_state === 'Destroyed')
    expect(destroyed.length).toBeGreaterThan(50)
    for (const { encrypted_dek, iv, key_id, s3_path, is_content_in_table } of destroyed) {
      expect({ encrypted_dek, iv, key_id, s3_path, is_content_in_table }).toEqual({
        encrypted_dek: null,
        iv: null,
        key_id: null,
        s3_path: null,
        is_content_in_table: false,
      })
    }
  })

  it('is not changed when it is written again', async () => {
    const before = await contents()
    await fillCustomerHistory(parts, samples, customers)
    expect(await contents()).toEqual(before)
  })
})

describe('the queries that write the history', () => {
  it('follow the distribution rules', async () => {
    expect(parts.queries.size).toBeGreaterThan(15)
    const tables = await parts.tenantTables()
    const breaches = await Promise.all([...parts.queries].map((text) => queryBreaches(text, tables)))
    expect(breaches.flat()).toEqual([])
  })
})

describe('a history whose writing was interrupted', () => {
  it('is completed by the next attempt, which leaves no orphaned objects', async () => {
    const customer = customers.find((each) => each.customer.client === 'aurora')
    if (!customer) throw new Error('no aurora')
    const half = await openDemoParts([customer.customer])
    try {
      let puts = 0
      const put = half.objects.put.bind(half.objects)
      const spy = vi.spyOn(half.objects, 'put').mockImplementation(async (...args) => {
        if (puts++ === 20) throw new Error('killed')
        return put(...args)
      })
      await expect(fillCustomerHistory(half, samples, [customer])).rejects.toThrow('killed')
      spy.mockRestore()
      const before = await storyOf(half, 'aurora')
      expect(before.length).toBeGreaterThan(5)
      await fillCustomerHistory(half, samples, [customer])
      const after = await storyOf(half, 'aurora')
      expect(after.length).toBeGreaterThan(before.length)
      expect(after).toEqual(expect.arrayContaining(before))
      const spokenOf = after.flatMap(({ s3_path }) => (s3_path === null ? [] : [s3_path]))
      expect((await objectKeys(half)).sort()).toEqual(spokenOf.sort())
    } finally {
      await half.close()
    }
  })
})

const storyOf = ({ database }: DemoParts, client: string) =>
  database.read(client, (tx) =>
    tx.db
      .selectFrom('payloads')
      .select(['payload_reference', 'payload_state', 'sequence', 's3_path'])
      .where('client', '=', client)
      .execute(),
  )

/** All rows and objects of the history. */
const contents = async () => {
  const tables = [
    'payloads',
    'payload_contents',
    'payload_numbers',
    'parties',
    'party_parts',
    'payload_counters',
    'stored_bytes',
    'payload_metrics',
    'device_telemetry',
    'latest_telemetry',
    'conversations',
    'custody_events',
    'user_activities',
    'device_activities',
    'device_commands',
    'device_logs',
    'devices',
    'gps',
    'personal_numbers',
  ] as const
  const rows = await Promise.all(
    clients.flatMap((client) =>
      tables.map((table) =>
        parts.database.read(client, async (tx) => {
          const hashed = await sql<{ rows: number; hash: string }>`
            select count(*)::int as rows, md5(string_agg(entry::text, '\n' order by entry::text)) as hash
            from ${sql.table(table)} entry where client = ${client}`.execute(tx.db)
          return { client, table, ...hashed.rows[0] }
        }),
      ),
    ),
  )
  return { rows, objects: (await objectKeys(parts)).sort() }
}

const objectKeys = async ({ objects }: DemoParts): Promise<string[]> => {
  const keys: string[] = []
  for await (const { key } of objects.list('')) keys.push(key)
  return keys
}

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { queryBreaches } from '../../../tests/distribution/query-breaches.ts'
import { enqueueUnprocessed } from '../src/modules/processing/index.ts'
import { processPayload } from '../src/modules/processing/process-payload.ts'
import { beginStoreSweeps } from '../src/modules/store-sweeps/begin-store-sweeps.ts'
import { DeviceServer } from './device-server.ts'
import { wav } from './media-fixtures.ts'
import { deleteOrphanedParts, sweepStore } from './store-sweeps.ts'

it('every query that handles a recording follows the distribution rules', async () => {
  const queries = new Set<string>()
  const server = await DeviceServer.start({ onQuery: (text) => queries.add(text) })
  try {
    const device = await server.addDevice('DEVICE-1')
    const { platform, client } = server
    const { registration, sealed } = await server.record(device, wav(1))
    const { payload_reference } = registration
    await device.register(registration)
    await device.upload(payload_reference, 0, sealed.subarray(0, 100))
    await device.register(registration)
    const wrong = randomBytes(sealed.length - 100)
    expect(await device.upload(payload_reference, 100, wrong)).toMatchObject({ code: 'payload.checksum_mismatch' })
    await device.register({ ...registration, content: Buffer.from(sealed).toString('base64') })
    await enqueueUnprocessed(platform, 0)
    const context = { platform, attempt: 1, signal: new AbortController().signal }
    await processPayload.handle(context, { client, payload_reference })
    await platform.objects.put(`uploads/${client}/${payload_reference}/0-abandoned`, Buffer.from('abandoned'))
    await deleteOrphanedParts(server)
    for (const scope of ['payloads', 'recordings'] as const) await sweepStore(server, scope)
    await beginStoreSweeps.handle(context, {})
    expect(await device.statuses(payload_reference)).toEqual(['processed'])

    const { rows } = await platform.database.readAcrossClients((db) =>
      sql<{ relname: string }>`select relname from pg_class where relrowsecurity`.execute(db),
    )
    const tables = new Set(rows.map(({ relname }) => relname))
    expect(tables.has('payloads')).toBe(true)
    const breaches = await Promise.all([...queries].map((text) => queryBreaches(text, tables)))
    expect(breaches.flat()).toEqual([])
  } finally {
    await server.stop()
  }
})

import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type OpenPlatform, openPlatform } from '../../apps/server/src/core/open-platform.ts'
import { currentTermsVersion } from '../../apps/server/src/modules/session/index.ts'
import { readSettings } from '../../apps/server/src/platform/settings/index.ts'
import { wav } from '../../apps/server/test/media-fixtures.ts'
import { DocumentHandset, type SealedRecording } from '../conformance/document-handset.ts'
import { type AccountStores, faultsOfPayload } from '../setup/consistency.ts'
import { type PreparedInstallation, prepareInstallation } from '../setup/prepared-installation.ts'
import { type RunningPart, runPart } from '../setup/run-part.ts'
import { type Swift, startSwift } from '../setup/swift.ts'
import { TcpProxy } from '../setup/tcp-proxy.ts'
import { openDeliveringAccount } from './delivering-account.ts'
import { JobQueue } from './job-queue.ts'

const client = 'northwind'
/** Far longer than anything here takes, so that a slow machine fails no test. */
const timeout = 120_000

/** The object store accepts connections but never answers, while the whole product uses it over real S3. */
describe('an object store that hangs', () => {
  let swift: Swift
  let proxy: TcpProxy
  let installation: PreparedInstallation
  let platform: OpenPlatform
  let stores: AccountStores
  let queue: JobQueue
  let parts: RunningPart[]
  let origin: string
  let handset: DocumentHandset

  beforeAll(async () => {
    swift = await startSwift()
    const bucket = new URL(swift.url)
    const endpoint = new URL(bucket.searchParams.get('endpoint') ?? '')
    proxy = await TcpProxy.open({ port: Number(endpoint.port), host: '127.0.0.1' })
    bucket.searchParams.set('endpoint', `http://127.0.0.1:${proxy.port}`)
    installation = await prepareInstallation()
    origin = `http://127.0.0.1:${installation.environment.HOLDFAST_PORT}`
    const environment = { ...installation.environment, HOLDFAST_ORIGIN: origin, OBJECTS_URL: bucket.href }
    parts = [await runPart('serve', environment), await runPart('work', environment)]
    const settings = {
      ...readSettings({ ...environment, OBJECTS_URL: swift.url }),
      databaseUrl: installation.database.ownerUrl,
    }
    platform = await openPlatform({ settings, termsVersion: currentTermsVersion })
    stores = { client, database: platform.database, objects: platform.objects }
    queue = new JobQueue(installation.database.ownerUrl)
    handset = new DocumentHandset({
      origin,
      client,
      enrolment_secret: await openDeliveringAccount(platform, client),
      device_user_reference: 'ana.reis',
      device_reference: 'HANDSET',
      installation_id: 'made at the first start',
    })
    await handset.begin()
  })

  afterAll(async () => {
    proxy?.release()
    await queue?.close()
    await platform?.close()
    await Promise.all(parts?.map((part) => part.stop()) ?? [])
    await proxy?.close()
    await swift?.stop()
    await installation?.remove()
  })

  const readiness = async (): Promise<unknown> => (await fetch(`${origin}/readyz`)).json()

  const callOf = (seconds: number): SealedRecording =>
    handset.record(wav(seconds), 'Call', { direction: 'O', second_parties: [{ phone_number: '+447700900456' }] })

  const areProcessed = (...recordings: SealedRecording[]): Promise<void> =>
    vi.waitFor(
      async () => {
        await queue.makeJobsDue()
        for (const { registration } of recordings) {
          expect(await handset.status(registration.payload_reference)).toBe('processed')
        }
      },
      { timeout, interval: 500 },
    )

  it(
    'makes calls fail with a proper error, shows in /readyz, and work continues once it answers',
    async () => {
      const [delivered, small, large] = [callOf(6), callOf(2), callOf(6)]
      await handset.deliver(delivered)
      await areProcessed(delivered)
      await handset.register(large.registration)
      expect(await readiness()).toMatchObject({ status: 'ready' })

      proxy.hang()
      onTestFinished(() => proxy.release())
      const refused = [
        handset.register(small.registration, small.object).catch((error: Error) => error.message),
        handset.tryPart(large, 0, large.object.length),
      ]
      expect(await readiness()).toMatchObject({ status: 'not_ready', parts: { objects: 'down', database: 'up' } })
      // Calls that need no object are answered meanwhile.
      expect((await fetch(`${origin}/healthz`)).status).toBe(200)
      expect((await fetch(`${origin}/api/admin/v1/${client}/account/metadata`)).status).toBe(200)
      expect(await Promise.all(refused)).toEqual([
        expect.stringMatching(/503 .*"server.dependency_down"/),
        expect.objectContaining({ code: 'server.dependency_down' }),
      ])

      proxy.release()
      await vi.waitFor(async () => expect(await readiness()).toMatchObject({ status: 'ready' }), { timeout })
      await handset.register(small.registration, small.object)
      await handset.uploadPart(large, 0, large.object.length)
      await areProcessed(delivered, small, large)
      for (const { registration } of [delivered, small, large]) {
        expect(await faultsOfPayload(stores, registration.payload_reference)).toEqual([])
      }
      expect(parts.map(({ process: { exitCode, signalCode } }) => exitCode ?? signalCode)).toEqual([null, null])
    },
    4 * timeout,
  )
})

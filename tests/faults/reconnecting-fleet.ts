import { type PayloadRegistrationOutcome, serviceNames } from '@holdfast/contract'
import { type HandsetOptions, openHandset } from '@holdfast/device-kit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AccountWithHandsets } from '../../apps/server/test/account-with-handsets.ts'
import { memoryStorage } from '../../packages/device-kit/test/memory-storage.ts'
import { freePort } from '../setup/loopback.ts'
import { mapConcurrently } from '../setup/map-concurrently.ts'
import { type RunningPart, runPart } from '../setup/run-part.ts'

/**
 * A whole fleet comes back at the same moment, as after an outage: each handset authenticates, fetches its configuration and delivers a
 * recording.
 */
export const reconnectAtOnce = (handsetCount: number): void => {
  let account: AccountWithHandsets
  let api: RunningPart
  let origin: string
  beforeAll(async () => {
    account = await AccountWithHandsets.open()
    await account.onboard('fleet', { services: [...serviceNames] })
    // A process of its own, so that the work of the handsets does not count as the server's.
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    const { settings } = account.server
    api = await runPart('serve', {
      HOLDFAST_HOME: settings.home,
      HOLDFAST_ORIGIN: account.server.origin,
      HOLDFAST_PORT: String(port),
      KEYS_URL: settings.keysUrl,
      OBJECTS_URL: settings.objectsUrl,
      DATABASE_URL: settings.databaseUrl,
    })
  })
  afterAll(async () => {
    await api?.stop()
    await account?.close()
  })

  /** What the server answered to all handsets together. */
  const answers = new Map<string, number>()
  const acknowledged = new Set<string>()

  /** Notes each answer, and what it acknowledges, before the handset reads it. */
  const noted: typeof fetch = async (url, init) => {
    const count = (what: string) => answers.set(what, (answers.get(what) ?? 0) + 1)
    let response: Response
    try {
      response = await fetch(url, init)
    } catch (error) {
      const { code = error } = (error as { cause?: { code?: string } }).cause ?? {}
      count(`no answer: ${code}`)
      throw error
    }
    const isAgain = response.status === 429 || response.status === 503
    count(isAgain ? `${response.status}, Retry-After: ${response.headers.get('retry-after')}` : String(response.status))
    if (response.ok && String(url).endsWith('/payloads')) {
      const { items } = (await response.clone().json()) as { items: PayloadRegistrationOutcome[] }
      for (const { payload_reference, result } of items) {
        if (result === 'uploaded' && payload_reference !== null) acknowledged.add(payload_reference)
      }
    }
    return response
  }

  it('serves every handset or tells it when to come back, and keeps all that it acknowledged', async () => {
    const { client, enrolment_secret } = account
    const optionsOf = (number: number): HandsetOptions => ({
      origin,
      client,
      enrolment_secret,
      device_user_reference: 'fleet',
      device_info: { model: 'Galaxy S24', os_version: '15', app_version: '4.2.0', serial_number: `BACK-${number}` },
      phone_numbers: [],
      imeis: [],
      storage: memoryStorage(),
    })
    const recorded = new Set<string>()
    const content = new TextEncoder().encode(JSON.stringify({ text: 'Recorded without a network' }))
    const options = await mapConcurrently(
      Array.from({ length: handsetCount }, (_, number) => number),
      20,
      async (number) => {
        const option = optionsOf(number)
        const handset = await openHandset(option)
        await handset.refreshConfiguration()
        const recording = { payload_type: 'SMS' as const, content, meta: {}, numbers: [] }
        recorded.add((await handset.record(recording)).payload_reference)
        return option
      },
    )

    const began = Date.now()
    const slowest = await Promise.all(
      // Opened anew, so that each has to authenticate again.
      [...options.values()].map(async (option) => {
        const handset = await openHandset({ ...option, fetch: noted })
        for (;;) {
          const isDelivered = await handset.sync().then(
            () => true,
            () => false,
          )
          if (isDelivered) return Date.now() - began
        }
      }),
    )
    if (process.env.HOLDFAST_RECONNECTING) {
      const seconds = (Math.max(...slowest) / 1000).toFixed(1)
      process.stdout.write(`${handsetCount} handsets in ${seconds} s: ${JSON.stringify([...answers])}\n`)
    }

    const unexpected = [...answers.keys()].filter(
      (answer) => !/^(200|204|304|(429|503), Retry-After: [1-9]\d*)$/.test(answer),
    )
    expect(unexpected).toEqual([])
    expect(acknowledged).toEqual(recorded)
    const stored = await account.read((tx) =>
      tx.db.selectFrom('payload_contents').select('payload_reference').where('client', '=', tx.client).execute(),
    )
    expect(new Set(stored.map(({ payload_reference }) => payload_reference))).toEqual(recorded)
  }, 1_800_000)
}

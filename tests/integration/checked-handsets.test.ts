import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ClauseId } from '../../apps/server/src/handset-check/clauses.ts'
import { type CheckReport, type RunOptions, startCheck } from '../../apps/server/src/handset-check/run-check.ts'
import { systemClock } from '../../packages/device-kit/src/system-clock.ts'
import { type DrivenOptions, driveHandset } from '../setup/checked-handset.ts'
import { programs } from '../setup/programs.ts'

/** Times of a handset that need not wait for people. */
const quick: RunOptions = {
  host: '127.0.0.1',
  port: 0,
  faults: true,
  ending: undefined,
  runMs: 60_000,
  watchMs: 3000,
  silentMs: 1000,
  timing: { retry_first_ms: 50, retry_longest_ms: 400, statuses_first_ms: 200 },
  retryAfterS: 1,
}

/** @param until a run can end once this clause has failed */
const check = async (
  options: Partial<RunOptions>,
  handset: DrivenOptions = {},
  until?: ClauseId,
): Promise<CheckReport> => {
  const found = new AbortController()
  const running = await startCheck({ ...quick, ...options, signal: found.signal }, (line) => {
    if (line.startsWith(`FAILED ${until}:`)) found.abort()
  })
  const stop = new AbortController()
  const driven = driveHandset(running, stop.signal, handset)
  const report = await running.report
  stop.abort()
  await driven
  return report
}

const clausesThat = (result: string, { results }: CheckReport): string[] =>
  results.filter((each) => each.result === result).map(({ clause }) => clause)

describe('the handset of the device kit', () => {
  it.each(['blocked', 'reset'] as const)(
    'does what every clause demands, and keeps quiet when it is %s',
    async (ending) => {
      const report = await check({ ending })
      expect(
        report.results.flatMap(({ clause, failures }) => failures.map((failure) => ({ clause, ...failure }))),
      ).toEqual([])
      const other = ending === 'blocked' ? 'reset.pauses' : 'blocked.silent'
      expect(clausesThat('not exercised', report)).toEqual([other])
      expect(report.isComplete).toBe(true)
    },
  )
})

describe('a handset that sets its clock by the Date of an answer', () => {
  it('is not accused of the times that follow from a Date that was false', async () => {
    let aheadMs = 0
    const clock = { ...systemClock(), now: () => Date.now() + aheadMs }
    const setsItsClock = async (...[url, init]: Parameters<typeof fetch>): Promise<Response> => {
      const response = await fetch(url, init)
      const date = response.headers.get('date')
      const isStale = response.status === 401 && (await response.clone().text()).includes('verify.stale')
      if (isStale && date) aheadMs = Date.parse(date) - Date.now()
      return response
    }
    const report = await check({}, { clock, fetch: setsItsClock })
    expect(aheadMs).toBeGreaterThan(3600_000)
    expect(clausesThat('failed', report)).toEqual([])
  })
})

/** A handset whose requests and answers are changed on their way, as if its code were wrong. */
const changed =
  (change: { request?: (body: string, url: string) => string; response?: (text: string, url: string) => string }) =>
  async (...[url, init]: Parameters<typeof fetch>): Promise<Response> => {
    const address = String(url)
    const body = typeof init?.body === 'string' && change.request ? change.request(init.body, address) : init?.body
    const response = await fetch(url, { ...init, ...(body === undefined ? {} : { body }) })
    if (!change.response || !response.ok || response.status === 204) return response
    const { status, headers } = response
    return new Response(change.response(await response.text(), address), { status, headers })
  }

const isRegistration = (url: string) => url.endsWith('/payloads')
const firstOf = (pattern: RegExp) => {
  let first: string | undefined
  return (text: string) =>
    text.replaceAll(pattern, (found) => {
      first ??= found
      return first
    })
}

const withHeaders =
  (change: (headers: Headers, response: boolean) => void) =>
  async (...[url, init]: Parameters<typeof fetch>) => {
    const sent = new Headers(init?.headers)
    change(sent, false)
    const response = await fetch(url, { ...init, headers: sent })
    const headers = new Headers(response.headers)
    change(headers, true)
    const body = [204, 304].includes(response.status) ? null : await response.arrayBuffer()
    return new Response(body, { status: response.status, headers })
  }

const sameCode = firstOf(/"ulid_encrypted":"[^"]+"/g)
const sameReference = firstOf(/"payload_reference":"[^"]+"/g)
const firstKey = firstOf(/"public_key":\{[^}]+\}/g)

/** Broken handsets, the clause that names the fault, and how the run ends. */
const broken: readonly [what: string, clause: ClauseId, handset: DrivenOptions, options?: Partial<RunOptions>][] = [
  [
    'skips a sequence number',
    'sequence.gapless',
    {
      fetch: changed({
        request: (body) => body.replaceAll(/"sequence":(\d+)/g, (_, n) => `"sequence":${n > 1 ? Number(n) + 1 : n}`),
      }),
    },
  ],
  [
    'uses a sequence number twice',
    'sequence.once',
    { fetch: changed({ request: (body) => body.replaceAll(/"sequence":2\b/g, '"sequence":1') }) },
  ],
  [
    'uses a payload_reference twice',
    'payloads.reference',
    { fetch: changed({ request: (body, url) => (isRegistration(url) ? sameReference(body) : body) }) },
  ],
  ['uses an enrolment code twice', 'verify.new-code', { fetch: changed({ request: sameCode }) }],
  ['has another enrolment secret', 'verify.code', { enrolment_secret: Buffer.alloc(32).toString('base64url') }],
  [
    'sends a field that is not known',
    'requests.unknown-fields',
    { fetch: changed({ request: (body) => body.replace('"numbers":', '"colour":"red","numbers":') }) },
  ],
  [
    'gives local times',
    'requests.times',
    { fetch: changed({ request: (body) => body.replaceAll(/("payload_time":"[^"]+)Z"/g, '$1+01:00"') }) },
  ],
  [
    'gives local times as if they were UTC',
    'requests.times',
    {
      fetch: changed({
        request: (body) =>
          body.replaceAll(
            /"payload_time":"([^"]+)"/g,
            (_, time: string) => `"payload_time":"${new Date(Date.parse(time) + 3_600_000).toISOString()}"`,
          ),
      }),
    },
  ],
  [
    'gives a wrong digest of a part',
    'upload.digest',
    {
      fetch: withHeaders((headers, isResponse) => {
        if (!isResponse && headers.has('content-digest')) headers.set('content-digest', `sha-256=:${'A'.repeat(43)}=:`)
      }),
    },
  ],
  [
    'ignores Retry-After',
    'waits.retry-after',
    { fetch: withHeaders((headers, isResponse) => isResponse && headers.delete('retry-after')) },
  ],
  [
    'registers another iv than it sealed with',
    'sealing.opens',
    { fetch: changed({ request: (body) => body.replaceAll(/"iv":"[^"]+"/g, '"iv":"AAAAAAAAAA"') }) },
  ],
  [
    'registers the checksum of something else',
    'sealing.checksum',
    { fetch: changed({ request: (body) => body.replaceAll(/"checksum":"[^"]+"/g, `"checksum":"${'0'.repeat(64)}"`) }) },
  ],
  [
    'registers a size that is too large',
    'sealing.checksum',
    {
      fetch: changed({
        request: (body) => body.replaceAll(/"size":(\d{3,}),"/g, (_, size) => `"size":${Number(size) + 1},"`),
      }),
    },
  ],
  ['goes on with the former key', 'sealing.current-key', { fetch: changed({ response: firstKey }) }],
  [
    'sends small contents that are larger than the configuration says',
    'configuration.limits',
    { fetch: changed({ response: (text) => text.replace('"max_inline_bytes":100', '"max_inline_bytes":65536') }) },
  ],
  [
    'drops its copy when a recording failed',
    'copy.kept',
    { fetch: changed({ response: (text) => text.replaceAll('"status":"failed"', '"status":"processed"') }) },
  ],
  [
    'drops its copy when the upload is complete',
    'statuses.asked',
    { fetch: changed({ response: (text) => text.replaceAll('"status":"pending"', '"status":"processed"') }) },
  ],
  [
    'completes commands that it did not acknowledge',
    'commands.acknowledged',
    {
      fetch: async (url, init) =>
        String(init?.body).includes('Acknowledged') ? new Response('{}', { status: 200 }) : fetch(url, init),
    },
  ],
  ['goes on calling when it is blocked', 'blocked.silent', { ignoresBlock: true }, { ending: 'blocked' }],
  ['authenticates again and again after a reset', 'reset.pauses', { restarts: true }, { ending: 'reset' }],
]

describe('a handset that', () => {
  it.concurrent.each(broken)('%s is told so by %s', async (_what, clause, handset, options) => {
    const report = await check({ runMs: 15_000, ...options }, handset, clause)
    const failed = report.results.find((each) => each.clause === clause)
    expect(failed).toMatchObject({ result: 'failed' })
    expect(failed?.failures[0]).toEqual({ expected: expect.stringMatching(/./), seen: expect.stringMatching(/./) })
  })
})

describe('holdfast check-handset', () => {
  it('prints what to install, and passes the example in the documents, which it only watches', async () => {
    const args = [programs.holdfast, 'check-handset', '--port', '0', '--only-watch', '--json']
    const command = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let [output, told] = ['', '']
    command.stdout.on('data', (chunk) => (output += chunk))
    const installed = await new Promise<string>((resolve) =>
      command.stderr.on('data', (chunk) => {
        told += chunk
        if (told.includes('Then let')) resolve(told)
      }),
    )
    const value = (name: string) => new RegExp(`${name} +(\\S+)`).exec(installed)?.[1] ?? ''
    const folder = await mkdtemp(path.join(tmpdir(), 'check-handset-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const enrolment = path.join(folder, 'enrolment.json')
    const account = {
      client: value('client'),
      enrolment_secret: value('enrolment secret'),
      device_user_references: [value('device_user_reference')],
    }
    await writeFile(enrolment, JSON.stringify({ origin: value('origin'), accounts: [account] }))
    const { stdout } = await promisify(execFile)(process.execPath, ['docs/examples/first-recording.mjs', enrolment])
    expect(stdout).toContain('"status":"processed"')
    const [code] = await once(command, 'exit')
    const report = JSON.parse(output) as CheckReport
    expect(clausesThat('failed', report)).toEqual([])
    expect(clausesThat('passed', report)).toEqual(
      expect.arrayContaining(['verify.code', 'sequence.gapless', 'sealing.opens', 'upload.digest', 'statuses.asked']),
    )
    expect(report).toMatchObject({ recordings: 1, authentications: 1 })
    expect(code).toBe(0)
  })

  it('ends with 1 when nothing came, and with 2 for wrong arguments', async () => {
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, [programs.holdfast, 'check-handset', ...args]).catch(
        (error: { code: number; stderr: string; stdout: string }) => error,
      )
    expect(await run('--ending', 'never')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--ending blocked|reset|none'),
    })
    expect(await run('--help')).toMatchObject({ stdout: expect.stringContaining('--only-watch') })
    const silent = await run('--port', '0', '--minutes', '0.1', '--watch-seconds', '2')
    expect(silent).toMatchObject({ code: 1, stderr: expect.stringContaining('not every clause was exercised') })
    expect(silent.stdout).toMatch(/not exercised +verify\.code/)
  })
})

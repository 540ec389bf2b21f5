import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Browser, type CDPSession, chromium } from 'playwright-core'
import { signInByRequest } from '../tests/journeys/sign-in-by-request.ts'
import { startBrowser } from '../tests/setup/browser.ts'
import { runProduct } from '../tests/setup/run-product.ts'
import { type Figure, median, printTable, whole } from './report.ts'

const rounds = 3
const client = 'meridian'
const password = 'holdfast-demo'
const settleMs = 1_000

interface Screen {
  name: string
  person: string
  address: string
  /** Matches once a person can begin to work. */
  usable: string
}

const list: Screen = {
  name: 'list of calls',
  person: 'ruth.castellan',
  address: '/dashboard/services/calls',
  usable: 'main tbody tr a',
}
const editor: Screen = {
  name: 'role editor',
  person: 'olivia.hart',
  address: '/dashboard/access/roles/Equities%20reviewer',
  usable: 'main :is(input, textarea):enabled',
}

/** 'Slow 4G' as Lighthouse defines it: 150 ms, 1.6 and 0.75 Mbit/s. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
/** The preset of that name in Chrome's developer tools, which delays each request by what it takes to open a connection, too. */
const slow4GPreset = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const local = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }

/** What setup/watch-portal.js notes, in milliseconds from the start of the navigation. */
interface PageTimes {
  usableMs: number
  largestPaintMs: number
  layoutShift: number
}

interface Measured {
  origin: string
  name: string
  visit: Visit
}

declare global {
  var holdfastWatch: PageTimes
}

interface Visit extends PageTimes {
  /** Until the screen was usable. */
  requests: number
  /** Bytes received over the network until then. */
  bytes: number
  /** Processor time of the page's main thread until then, which other load on the machine hardly changes. */
  processorMs: number
}

/** The ways in which a portal is measured. */
const measurements = [
  { name: `${list.name}, local`, screen: list, network: local },
  { name: `${list.name}, Slow 4G`, screen: list, network: slow4G },
  { name: `${editor.name}, Slow 4G`, screen: editor, network: slow4G },
  { name: `${list.name}, preset of Chrome`, screen: list, network: slow4GPreset },
  { name: `${editor.name}, preset of Chrome`, screen: editor, network: slow4GPreset },
] as const

/** Quality bar 11: how soon a signed-in person with an empty cache can work. */
export const run = async (): Promise<Figure[]> => {
  const running = process.env.HOLDFAST_BENCH_ORIGINS?.split(',')
  const { origins, stop } = running ? { origins: running, stop: async () => {} } : await startDemonstration()
  const { address, close } = await startBrowser()
  try {
    const measured = await measure(await chromium.connect(address), origins)
    printVisits(measured)
    return figuresOf(measured.slice(0, measurements.length).map(({ visit }) => visit))
  } finally {
    await close()
    await stop()
  }
}

const startDemonstration = async () => {
  const home = mkdtempSync(path.join(tmpdir(), 'holdfast-bench-'))
  chmodSync(home, 0o711) // PostgreSQL may run as another user, which has to reach its folder
  const product = await runProduct(home)
  const stop = async () => {
    await product.stop()
    rmSync(home, { recursive: true, force: true })
  }
  return { origins: [product.origin], stop }
}

/** The portals take turns, so that other load on the machine affects all of them. */
const measure = async (browser: Browser, origins: readonly string[]): Promise<Measured[]> => {
  const taken = origins.flatMap((origin) =>
    measurements.map((measurement) => ({ ...measurement, origin, visits: [] as Visit[] })),
  )
  for (const origin of origins) await recordingsIn(browser, origin)
  // Lets the server compile its code.
  for (const { origin, screen } of taken) await visitScreen(browser, origin, screen, local)
  for (let round = 0; round < rounds; round++) {
    for (const { origin, screen, network, visits } of taken)
      visits.push(await visitScreen(browser, origin, screen, network))
  }
  return taken.map(({ origin, name, visits }) => ({ origin, name, visit: medianOf(visits) }))
}

/** The demonstration is filled after its start; a list that is open by then would only offer new rows. */
const recordingsIn = async (browser: Browser, origin: string): Promise<void> => {
  const context = await browser.newContext({ baseURL: origin })
  const { tokens } = await signInByRequest(context.request, { client, person: list.person, password })
  const headers = { authorization: `Bearer ${tokens?.idToken}` }
  const deadline = Date.now() + 120_000
  for (;;) {
    const response = await context.request.get(`/api/client/v1/${client}/payloads?limit=50`, { headers })
    const { items } = (await response.json()) as { items: unknown[] }
    if (items.length === 50) break
    if (Date.now() > deadline) throw new Error(`The demonstration at ${origin} has only ${items.length} recordings`)
    await setTimeout(500)
  }
  await context.close()
}

const visitScreen = async (browser: Browser, origin: string, screen: Screen, network: typeof local): Promise<Visit> => {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } })
  try {
    const signedIn = await signInByRequest(context.request, { client, person: screen.person, password })
    await context.addInitScript({
      content: `sessionStorage.setItem('holdfast.session', ${JSON.stringify(JSON.stringify(signedIn))})
        globalThis.holdfastUsable = ${JSON.stringify(screen.usable)}`,
    })
    await context.addInitScript({ path: path.join(import.meta.dirname, 'setup/watch-portal.js') })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const traffic = await watchTraffic(session, network)
    await page.goto(screen.address, { waitUntil: 'commit' })
    await page.waitForFunction(() => globalThis.holdfastWatch.usableMs > 0, undefined, { timeout: 60_000 })
    const untilUsable = { ...traffic, processorMs: await processorMs(session) }
    // What is drawn after the rows may be larger, or move them.
    await setTimeout(settleMs)
    return { ...(await page.evaluate(() => globalThis.holdfastWatch)), ...untilUsable }
  } finally {
    await context.close()
  }
}

const processorMs = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/** Counts, from now on, what the page requests and receives. */
const watchTraffic = async (session: CDPSession, network: typeof local) => {
  const traffic = { requests: 0, bytes: 0 }
  session.on('Network.requestWillBeSent', () => {
    traffic.requests += 1
  })
  session.on('Network.dataReceived', ({ encodedDataLength }) => {
    traffic.bytes += encodedDataLength
  })
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  return traffic
}

const medianOf = (visits: readonly Visit[]): Visit => {
  const middle = (name: keyof Visit): number => median(visits.map((visit) => visit[name]))
  return {
    usableMs: middle('usableMs'),
    largestPaintMs: middle('largestPaintMs'),
    layoutShift: middle('layoutShift'),
    requests: middle('requests'),
    bytes: middle('bytes'),
    processorMs: middle('processorMs'),
  }
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`

const printVisits = (measured: readonly Measured[]): void =>
  printTable(
    'Portal, empty cache, signed in',
    ['screen', 'usable', 'largest paint', 'layout shift', 'requests', 'KB', 'processor'],
    measured.map(({ name, origin, visit: { usableMs, largestPaintMs, layoutShift, requests, bytes, processorMs } }) => [
      measured.length > measurements.length ? `${name}, ${origin}` : name,
      seconds(usableMs),
      seconds(largestPaintMs),
      layoutShift.toFixed(3),
      requests,
      whole(bytes / 1000),
      seconds(processorMs),
    ]),
  )

const figuresOf = ([locally, slowList, slowEditor]: readonly Visit[]): Figure[] => {
  if (!locally || !slowList || !slowEditor) return []
  const within = (name: string, value: number, bar: number, text: (value: number) => string): Figure => ({
    name,
    value: text(value),
    bar: `≤ ${text(bar)}`,
    meets: value <= bar,
  })
  const shift = Math.max(locally.layoutShift, slowList.layoutShift)
  return [
    within('list usable on Slow 4G, empty cache', slowList.usableMs, 3_000, seconds),
    within('role editor usable on Slow 4G, empty cache', slowEditor.usableMs, 4_000, seconds),
    within('requests until a list is usable', slowList.requests, 20, String),
    within('requests until the role editor is usable', slowEditor.requests, 20, String),
    within('largest paint of a list, local', locally.largestPaintMs, 1_000, seconds),
    within('layout shift of a list', shift, 0.1, (value) => value.toFixed(3)),
  ]
}

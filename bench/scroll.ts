import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import { signInByRequest } from '../tests/journeys/sign-in-by-request.ts'
import { startBrowser } from '../tests/setup/browser.ts'
import { type Figure, median, milliseconds, percentile, printTable, share, times, whole } from './report.ts'
import { withFilledApi } from './setup/filled-api.ts'
import { client } from './setup/installation.ts'
import { permissionsOfReaders } from './setup/list-cases.ts'
import { password } from './setup/sign-in.ts'

const person = 'all groups'
const list = '/dashboard/services/calls'
const wantedRows = 100_000
/** The list shows only calls, which are a little more than this share of the recordings. */
const shareOfCalls = 0.45
const recordings = Math.ceil(wantedRows / shareOfCalls)
const rounds = 3
/** The wheel is turned by this much, once a frame. */
const stepPx = 120
const stepsOfRound = 120

declare global {
  /** These functions are defined in setup/scroll-list.js. */
  var holdfastToEnd: () => number
  var holdfastFrames: (count: number) => Promise<number[]>
}

interface Scrolled {
  /** Ascending, in milliseconds. */
  frames: readonly number[]
  processorMs: number
}

/** Quality bar 11: how the list of calls scrolls with its first rows, and with 100,000 of them loaded. */
export const run = (): Promise<Figure[]> =>
  withFilledApi(
    permissionsOfReaders,
    async ({ api, rows }) => {
      const { address, close } = await startBrowser()
      try {
        const browser = await chromium.connect(address)
        const context = await browser.newContext({ baseURL: api.origin, viewport: { width: 1440, height: 900 } })
        const signedIn = await signInByRequest(context.request, { client, person, password })
        await context.addInitScript({
          content: `sessionStorage.setItem('holdfast.session', ${JSON.stringify(JSON.stringify(signedIn))})`,
        })
        await context.addInitScript({ path: path.join(import.meta.dirname, 'setup/scroll-list.js') })
        return await measure(await context.newPage(), Math.min(wantedRows, Math.floor(rows * shareOfCalls)))
      } finally {
        await close()
      }
    },
    recordings,
  )

const measure = async (page: Page, wanted: number): Promise<Figure[]> => {
  await page.goto(list)
  await page.locator('main tbody tr').first().waitFor()
  await loadRows(page, 500)
  // The first round only warms up the browser.
  await scroll(page)
  const few = await scroll(page)
  const began = performance.now()
  const rows = await loadRows(page, wanted)
  console.log(`\n${whole(rows)} rows loaded in ${whole((performance.now() - began) / 1_000)} s`)
  const many = await scroll(page)
  printTable(
    'List of calls, scrolled by the wheel',
    ['rows', 'frame, p50', 'p95', 'longest', 'late', 'processor/frame'],
    [
      ['500', ...cellsOf(few)],
      [whole(rows), ...cellsOf(many)],
    ],
  )
  const ratio = many.processorMs / few.processorMs
  return [
    {
      name: `Frames that were late while ${whole(rows)} rows were scrolled`,
      value: share(lateOf(many)),
      bar: 'none',
      meets: lateOf(many) === 0,
    },
    {
      name: `Processor time of a frame with ${whole(rows)} rows beside 500`,
      value: times(ratio),
      bar: '≤ 1.3×',
      meets: ratio <= 1.3,
    },
  ]
}

/** A frame that lasts for more than two of 60 a second. */
const lateOf = ({ frames }: Scrolled): number => frames.filter((frame) => frame > 33.4).length / frames.length

const cellsOf = (scrolled: Scrolled): string[] => [
  milliseconds(median(scrolled.frames)),
  milliseconds(percentile(scrolled.frames, 0.95)),
  milliseconds(scrolled.frames.at(-1) ?? 0),
  share(lateOf(scrolled)),
  milliseconds(scrolled.processorMs / scrolled.frames.length),
]

/** Scrolls to the end again and again until the list has loaded so many rows. Returns how many it has loaded. */
const loadRows = async (page: Page, wanted: number): Promise<number> => {
  for (;;) {
    const loaded = await page.evaluate(() => globalThis.holdfastToEnd())
    if (loaded >= wanted) return loaded
    await setTimeout(10)
  }
}

/** Turns the wheel through rows that are loaded, after the list has come to rest. */
const scroll = async (page: Page): Promise<Scrolled> => {
  await setTimeout(1_000)
  await page.mouse.move(700, 500)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const processor = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
  }
  const before = await processor()
  const frames: number[] = []
  for (let round = 0; round < rounds; round++) {
    // Upwards first, because what is loaded ends below.
    const direction = round % 2 === 0 ? -1 : 1
    const counting = page.evaluate((count) => globalThis.holdfastFrames(count), stepsOfRound)
    for (let step = 0; step < stepsOfRound; step++) await page.mouse.wheel(0, direction * stepPx)
    frames.push(...(await counting))
  }
  return { frames: frames.sort((a, b) => a - b), processorMs: (await processor()) - before }
}

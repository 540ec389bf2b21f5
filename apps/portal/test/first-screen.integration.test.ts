import type { Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { type Browser, type BrowserContext, chromium, type Page, type Response } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { referenceOf } from './fixture-data.ts'
import { startFixtureServer } from './fixture-server.ts'

/**
 * How much JavaScript a browser has to fetch before it shows a screen (design: at most 200 KB of gzip). Measured on the
 * portal as built (`npm run build`): the figure depends on nothing but the code.
 */
const budgetBytes = 200 * 1024

/** Each address, and what has to be seen for its screen to count as shown. */
const publicScreens = [
  ['landing', '/', 'h1'],
  ['privacy', '/privacy', 'h1'],
  ['sign-in', '/sign-in', 'input[name=client]'],
] as const
const screens = [
  ['terms', '/terms', 'h1'],
  ['overview', '/dashboard', 'li a[href^="/dashboard/services/calls/"]'],
  ['calls', '/dashboard/services/calls', '[role=row] a'],
  ['call', `/dashboard/services/calls/${referenceOf(0)}`, 'button[aria-label="Play"]'],
  ['message', `/dashboard/services/messages/${referenceOf(3)}`, 'h1'],
  ['photo', `/dashboard/services/photos/${referenceOf(4)}`, 'h1'],
  ['devices', '/dashboard/devices', '[role=row] a'],
  ['device', '/dashboard/devices/R5CT0001XY', 'h2'],
  ['device user', '/dashboard/devices/users/amelia.hart', 'h2'],
  ['roles', '/dashboard/access/roles', '[role=row]'],
  ['groups', '/dashboard/access/groups', '[role=row]'],
  ['support access', '/dashboard/account/support-access', 'h1'],
  ['audit', '/dashboard/account/audit', '[role=row]'],
] as const

let server: Server
let origin: string
let browser: Browser
let signedIn: BrowserContext

const contextOf = () => browser.newContext({ baseURL: origin, locale: 'en-GB', viewport: { width: 1440, height: 900 } })

beforeAll(async () => {
  const started = await startFixtureServer()
  server = started.server
  origin = started.origin
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  })
  signedIn = await contextOf()
  // A session is shared with new tabs as long as a tab that has it stays open.
  const page = await signedIn.newPage()
  await page.goto('/sign-in?client=acme-bank')
  await page.getByRole('button', { name: /^Contin/ }).click()
  await page.waitForURL('**/dashboard')
})

afterAll(async () => {
  await browser.close()
  server.closeAllConnections()
  server.close()
})

/** Bytes of gzip of each script that was asked for until `shown` was seen. */
const scriptsBefore = async (page: Page, path: string, shown: string): Promise<ReadonlyMap<string, number>> => {
  const sizes = new Map<string, Promise<number>>()
  const note = (response: Response): void => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js'))
      sizes.set(
        pathname,
        response.body().then((body) => gzipSync(body).length),
      )
  }
  page.on('response', note)
  await page.goto(path)
  await page.locator(shown).first().waitFor()
  // What comes later is fetched ahead, and may be under way when the page closes.
  page.off('response', note)
  return new Map(await Promise.all([...sizes].map(async ([name, size]) => [name, await size] as const)))
}

/** What a page costs in all, and which scripts cost most. */
const costOf = async (context: BrowserContext, path: string, shown: string) => {
  const page = await context.newPage()
  const scripts = await scriptsBefore(page, path, shown)
  await page.close()
  const bytes = [...scripts.values()].reduce((sum, size) => sum + size, 0)
  const largest = [...scripts].sort(([, a], [, b]) => b - a).slice(0, 8)
  const listed = largest.map(([script, size]) => `${size} ${script}`).join(', ')
  return { bytes, words: `${bytes} bytes in ${scripts.size} scripts, the largest: ${listed}` }
}

test.each(publicScreens)('%s needs at most 200 KB of JavaScript', async (_, path, shown) => {
  const context = await contextOf()
  const { bytes, words } = await costOf(context, path, shown)
  expect(bytes, words).toBeLessThanOrEqual(budgetBytes)
  await context.close()
})

test.each(screens)('%s needs at most 200 KB of JavaScript', async (_, path, shown) => {
  const { bytes, words } = await costOf(signedIn, path, shown)
  expect(bytes, words).toBeLessThanOrEqual(budgetBytes)
})

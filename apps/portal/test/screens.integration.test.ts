import type { Server } from 'node:http'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { referenceOf } from './fixture-data.ts'
import { startFixtureServer } from './fixture-server.ts'

/** Every screen, looked at as built (`npm run build`) and under the server's own policy. */
const publicScreens = ['/', '/privacy', '/cookies', '/terms', '/sign-in', '/sign-in?code=x&state=y', '/no/such/page']
const screens = [
  '/terms',
  '/dashboard',
  '/dashboard/services/calls',
  '/dashboard/services/calls?filter[payload_states][0]=Scanning',
  `/dashboard/services/calls/${referenceOf(0)}`,
  `/dashboard/services/calls/${referenceOf(12)}`,
  `/dashboard/services/interviews/${referenceOf(6)}`,
  '/dashboard/services/photos',
  `/dashboard/services/photos/${referenceOf(4)}`,
  '/dashboard/services/videos',
  '/dashboard/services/messages',
  `/dashboard/services/messages/${referenceOf(3)}`,
  '/dashboard/devices',
  '/dashboard/devices/R5CT0001XY',
  '/dashboard/devices/users',
  '/dashboard/devices/users/amelia.hart',
  '/dashboard/access/groups',
  '/dashboard/access/roles',
  '/dashboard/account/audit',
]

let server: Server
let origin: string
let browser: Browser

beforeAll(async () => {
  const started = await startFixtureServer()
  server = started.server
  origin = started.origin
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  })
})

afterAll(async () => {
  await browser.close()
  server.closeAllConnections()
  server.close()
})

const signIn = async (page: Page) => {
  await page.goto('/sign-in?client=acme-bank')
  await page.getByRole('button', { name: /^Contin/ }).click()
  await page.waitForURL('**/dashboard')
}

/** What axe finds, and whether the page is wider than the window. */
const faultsOf = async (page: Page, path: string): Promise<string[]> => {
  await page.goto(path)
  await page.locator('h1').first().waitFor()
  await page.waitForLoadState('load')
  const { violations } = await new AxeBuilder({ page }).analyze()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  return [
    ...violations.map(({ id, nodes }) => `${path}: ${id}: ${nodes[0]?.html}`),
    ...(overflow > 0 ? [`${path}: ${overflow} px wider than the window`] : []),
  ]
}

describe.each([
  { colorScheme: 'light', locale: 'en-GB', width: 1440 },
  { colorScheme: 'dark', locale: 'pt-BR', width: 360 },
] as const)('in $colorScheme, $locale, $width px wide', ({ colorScheme, locale, width }) => {
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    const viewport = { width, height: 900 }
    context = await browser.newContext({ baseURL: origin, colorScheme, locale, viewport, reducedMotion: 'reduce' })
    page = await context.newPage()
  })

  afterAll(() => context.close())

  test.each(publicScreens)('%s has nothing that axe finds, and fits', async (path) => {
    expect(await faultsOf(page, path)).toEqual([])
  })

  test('every screen of the dashboard has nothing that axe finds, and fits', { timeout: 240_000 }, async () => {
    await signIn(page)
    const faults: string[] = []
    for (const path of screens) faults.push(...(await faultsOf(page, path)))
    expect(faults).toEqual([])
  })
})

import type { PayloadType } from '@holdfast/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from './journey.ts'
import { follow } from './navigation.ts'
import { processedRecording, waitForRecordings } from './recordings.ts'

const client = 'meridian'

/** [path of the list, its name, payload type]. */
const kinds: readonly [string, string, PayloadType][] = [
  ['calls', 'Calls', 'Call'],
  ['photos', 'Photos', 'Photo'],
  ['videos', 'Videos', 'Video'],
  ['messages', 'Messages', 'SMS'],
  ['interviews', 'Interviews', 'Interview'],
]

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const custody = (page: Page) => page.getByRole('heading', { name: 'Chain of custody' })

/** Expects the screen that the person went to, and nothing of the recording. */
const expectScreen = async (page: Page, path: string, name: string): Promise<void> => {
  await heading(page, name).waitFor()
  await custody(page).waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(path)
}

const expectRecording = async (page: Page, path: string): Promise<void> => {
  await custody(page).waitFor()
  expect(new URL(page.url()).pathname).toBe(path)
}

/** Each kind of recording is left for two of them. */
const otherScreens = [
  ['/dashboard/devices', 'Devices'],
  ['/dashboard/devices/users', 'Device users'],
  ['/dashboard/access/groups', 'Groups'],
  ['/dashboard/services/calls', 'Calls'],
  ['/dashboard/services/messages', 'Messages'],
] as const

/** Leaves for other screens by the navigation, the breadcrumbs and the palette. Each time Back returns to the recording. */
const expectBackFromOtherScreens = async (
  page: Page,
  kind: string,
  list: string,
  payload_reference: string,
): Promise<void> => {
  const turn = kinds.findIndex(([path]) => path === kind)
  const listPath = `/dashboard/services/${kind}`
  const path = `${listPath}/${payload_reference}`
  await page.goto(listPath)
  await heading(page, list).waitFor()
  await page.goto(path)
  await expectRecording(page, path)

  for (const offset of [0, 1]) {
    const [to, name] = otherScreens[(turn + offset) % otherScreens.length] ?? otherScreens[0]
    await follow(page, name)
    await expectScreen(page, to, name)
    await page.goBack()
    await expectRecording(page, path)
  }
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: list }).click()
  await expectScreen(page, listPath, list)
  await page.goBack()
  await expectRecording(page, path)

  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Search' }).fill('Devices')
  await page.getByRole('dialog').getByRole('button', { name: 'Devices', exact: true }).click()
  await expectScreen(page, '/dashboard/devices', 'Devices')
  await page.goBack()
  await expectRecording(page, path)

  await page.goto('/dashboard/devices/users')
  await expectScreen(page, '/dashboard/devices/users', 'Device users')
  await page.goBack()
  await expectRecording(page, path)
  await page.goBack()
  await expectScreen(page, listPath, list)
}

const expectBackAtSameRow = async (page: Page, kind: string): Promise<void> => {
  await page.setViewportSize({ width: 1280, height: 480 })
  const address = `/dashboard/services/${kind}?filter[payload_states][0]=Processed&filter[period]=90d`
  await page.goto(address)
  const links = `main a[href^="/dashboard/services/${kind}/"]`
  await page.locator(links).first().waitFor()
  // Far down the list, past its first page if it has several.
  for (let turn = 0; turn < 8; turn++) {
    await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight }))
    await page.waitForFunction((selector) => document.querySelector(selector) !== null, links)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  }
  const visibleRow = await page.evaluate((selector) => {
    const rows = [...document.querySelectorAll<HTMLAnchorElement>(selector)]
    const row = rows.find((link) => link.getBoundingClientRect().top > 200)
    return { path: row?.getAttribute('href') ?? '', top: row?.getBoundingClientRect().top ?? 0, scrolled: scrollY }
  }, links)
  const row = page.locator(`main a[href="${visibleRow.path}"]`)
  await row.click()
  await expectRecording(page, visibleRow.path)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await row.waitFor()
  expect(decodeURIComponent(page.url())).toContain(address)
  const topOf = () => row.evaluate((link) => ({ top: link.getBoundingClientRect().top, scrolled: scrollY }))
  await expect.poll(topOf).toEqual({ top: visibleRow.top, scrolled: visibleRow.scrolled })
  expect(visibleRow.scrolled).toBeGreaterThan(0)
  // The same after a reload of the recording; new rows may have been added above this one meanwhile.
  await row.click()
  await expectRecording(page, visibleRow.path)
  await page.reload()
  await expectRecording(page, visibleRow.path)
  await page.goBack()
  await row.waitFor()
  await expect.poll(async () => (await topOf()).top).toBe(visibleRow.top)
  await page.getByRole('button', { name: 'Remove filter State Ready' }).waitFor()
  await page.getByRole('button', { name: 'Period: Last 90 days' }).waitFor()
}

journey.for(kinds)(
  'one of the %s can be left in every way, and Back returns to the same row and filters',
  async ([kind, list, type], { visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'ruth.castellan')
    const { payload_reference } = await processedRecording(visitor, { client, payload_type: type })
    await expectBackFromOtherScreens(page, kind, list, payload_reference)
    await expectBackAtSameRow(page, kind)
  },
)

journey('Back returns to the same place in a list even if the rows below load late', async ({ visitor }) => {
  const { page } = visitor
  await visitor.signIn(client, 'ruth.castellan')
  await waitForRecordings(visitor, { client, payload_type: 'SMS' }, 60)
  await page.setViewportSize({ width: 1280, height: 480 })
  await page.goto('/dashboard/services/messages?filter[view]=single')
  await page.getByRole('table', { name: 'Messages' }).waitFor()
  // The last row of the list's first page, so that the window also shows rows of the second page.
  const scrollToRow = () =>
    page.evaluate(() => {
      const link = document.querySelector('tr[data-index="49"] a')
      window.scrollBy(0, link ? link.getBoundingClientRect().top - 200 : 200)
      return link && { path: link.getAttribute('href'), top: Math.round(link.getBoundingClientRect().top) }
    })
  await expect.poll(scrollToRow, { timeout: 20_000 }).toMatchObject({ top: 200 })
  const row = page.locator(`tbody tr a[href="${(await scrollToRow())?.path}"]`)
  const topOf = () => row.evaluate((link) => link.getBoundingClientRect().top)
  const top = await topOf()
  await row.click()
  await custody(page).waitFor()
  await page.reload()
  await custody(page).waitFor()

  await page.route(/last_key=/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await page.goBack()
  await row.waitFor()
  await expect.poll(topOf).toBe(top)
})

journey('a pasted reference opens the recording, and Back returns to the screen before', async ({ visitor }) => {
  const { page } = visitor
  await visitor.signIn(client, 'ruth.castellan')
  const { payload_reference } = await processedRecording(visitor, { client, payload_type: 'Photo' })
  await page.goto('/dashboard/devices')
  await heading(page, 'Devices').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Search' }).fill(payload_reference)
  await page.getByRole('button', { name: `Open recording ${payload_reference}` }).click()
  await expectRecording(page, `/dashboard/services/photos/${payload_reference}`)
  await page.goBack()
  await expectScreen(page, '/dashboard/devices', 'Devices')
})

journey(
  'Back leads from chosen filters to the list without them, and then to the screen before',
  async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'ruth.castellan')
    await page.goto('/dashboard/devices')
    await heading(page, 'Devices').waitFor()
    await follow(page, 'Calls')
    await expectScreen(page, '/dashboard/services/calls', 'Calls')
    const period = (name: string) => page.getByRole('button', { name: `Period: ${name}`, exact: true })
    await period('All time').click()
    await page.getByRole('button', { name: 'Last 7 days', exact: true }).click()
    await period('Last 7 days').click()
    const first = page.getByLabel('From', { exact: true })
    const last = page.getByLabel('To', { exact: true })
    await first.fill('2026-02-02')
    await page.waitForURL((url) => url.search.includes('2026-02-02'))
    await last.fill('2026-02-01')
    await page.getByText('The end is before the beginning').waitFor()
    expect(page.url()).not.toContain('2026-02-01')
    await last.fill('2026-02-03')
    await page.waitForURL((url) => url.search.includes('2026-02-03'))
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.goBack()
    await period('Last 7 days').waitFor()
    await page.goBack()
    await period('All time').waitFor()
    await page.goBack()
    await expectScreen(page, '/dashboard/devices', 'Devices')
  },
)

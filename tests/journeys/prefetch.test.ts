import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from './journey.ts'
import { entryOf, follow } from './navigation.ts'
import { processedRecording } from './recordings.ts'

const client = 'meridian'
const listOfGroups = '**/api/admin/v1/meridian/groups?*'

const pointAtGroups = async (page: Page): Promise<void> => {
  const answered = page.waitForResponse(listOfGroups)
  await (await entryOf(page, 'Groups')).hover()
  await answered
}

journey(
  'pointing at a link fetches the data of its screen, and opening it does not fetch them again',
  async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'amir.khan')
    await page.goto('/dashboard/devices')
    await page.getByRole('table', { name: 'Devices' }).waitFor()
    const pages: string[] = []
    page.on('request', (request) => {
      if (/\/groups\?.*limit=/.test(request.url())) pages.push(request.url())
    })
    await pointAtGroups(page)
    await follow(page, 'Groups')
    await page.getByRole('table', { name: 'Groups' }).waitFor()
    expect(pages).toHaveLength(1)
  },
)

journey('a failure is shown only when the screen is opened', async ({ visitor }) => {
  const { page } = visitor
  visitor.expectBrowserError(/status of 500|HTTP 500/)
  await visitor.signIn(client, 'amir.khan')
  await page.goto('/dashboard/devices')
  await page.getByRole('table', { name: 'Devices' }).waitFor()
  await page.route(listOfGroups, (route) =>
    route.fulfill({ status: 500, json: { error_code: 500, message: 'No luck' } }),
  )
  await pointAtGroups(page)
  await (await entryOf(page, 'Devices')).hover()
  expect(await page.getByText('No luck').count()).toBe(0)
  await follow(page, 'Groups')
  await page.getByRole('main').getByText('No luck', { exact: true }).waitFor()
})

journey('pointing at a recording does not read it: the trail would say that somebody did', async ({ visitor }) => {
  const { page } = visitor
  await visitor.signIn(client, 'amir.khan')
  await processedRecording(visitor, { client, payload_type: 'Call' })
  await page.goto('/dashboard/services/calls')
  const row = page.getByRole('table', { name: 'Calls' }).getByRole('link').first()
  await row.waitFor()
  const read: string[] = []
  page.on('request', (request) => {
    if (/\/payloads\/[^/?]+$/.test(request.url())) read.push(request.url())
  })
  // Pointing at a link fetches its chunk.
  const chunk = page.waitForResponse('**/assets/payload-pages-*.js')
  await row.hover()
  await chunk
  await pointAtGroups(page)
  expect(read).toEqual([])
  await row.click()
  await page.getByRole('heading', { name: 'Chain of custody' }).waitFor()
  expect(read).toHaveLength(1)
})

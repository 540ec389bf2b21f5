import type { Device } from '@holdfast/contract'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { journey } from './journey.ts'
import { processedRecording } from './recordings.ts'

const client = 'meridian'
const panel = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })

const backTo = async (page: Page) => {
  await page.goBack()
  await panel(page, 'Recordings of the last 14 days').waitFor()
}

describe('the overview', () => {
  journey('leads from a day and from a kind to their recordings, also by keyboard', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'ruth.castellan')
    await processedRecording(visitor, { client, payload_type: 'Call' })
    await page.goto('/dashboard')
    const recordings = panel(page, 'Recordings of the last 14 days')
    const today = recordings.getByRole('listitem').last().getByRole('button')
    await today.waitFor()
    expect(await today.getAttribute('aria-label')).toMatch(/^\w+ \d+: [\d,]+ recordings?$/)
    await today.focus()
    await page.keyboard.press('Enter')
    const choice = page.getByRole('dialog', { name: /recordings?$/ })
    await choice.getByRole('link', { name: /^Calls/ }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/services\/calls\?.*date_from.*date_to/)
    await page.getByRole('table', { name: 'Calls' }).locator('[data-index]').first().waitFor()
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('filter[date_from]')).toBe(searchParams.get('filter[date_to]'))

    await backTo(page)
    await recordings.getByText('Table', { exact: true }).click()
    const rows = recordings.getByRole('table', { name: 'Recordings of the last 14 days' }).getByRole('row')
    await rows.last().getByRole('button').click()
    await choice.getByRole('link', { name: /^Messages/ }).click()
    await page.waitForURL(/\/services\/messages\?.*date_from/)
    await page.getByRole('heading', { name: /^Messages/, level: 1 }).waitFor()

    await backTo(page)
    await recordings.getByRole('table', { name: 'Kind' }).getByRole('link', { name: 'Photos', exact: true }).click()
    await page.waitForURL(/\/services\/photos\?.*date_from.*date_to/)
    await page.getByRole('heading', { name: /^Photos/, level: 1 }).waitFor()
  })

  journey('leads from a version to the devices that have it', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'olivia.hart')
    await page.goto('/dashboard')
    const version = panel(page, 'App versions').getByRole('table').getByRole('link').first()
    const shown = await version.textContent()
    await version.click()
    await page.waitForURL(/\/dashboard\/devices\?.*app_versions/)
    await page.getByRole('button', { name: `Remove filter App ${shown}` }).waitFor()
    await page.getByRole('table', { name: 'Devices' }).locator('[data-index]').first().waitFor()
    const { items } = await visitor.read<{ items: Device[] }>(
      `/api/admin/v1/${client}/devices?filter[app_versions][0]=${shown}&filter[is_deactivated]=false`,
    )
    expect([...new Set(items.map(({ app_version }) => app_version))]).toEqual([shown])
  })
})

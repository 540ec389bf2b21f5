import { type ListTotal, type Payload, type PayloadCounts, payloadTypes } from '@holdfast/contract'
import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { recordContent } from './demo-handset.ts'
import { journey } from './journey.ts'
import { processedRecording } from './recordings.ts'

const client = 'meridian'
const card = (page: Page, name: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
const breadcrumb = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name, exact: true })

describe('the overview of the services', () => {
  journey('leads from an exception to the recordings, and back', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'ruth.castellan')
    await processedRecording(visitor, { client, payload_type: 'Call' })
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'All services', exact: true }).click()
    await page.getByRole('heading', { name: 'Services', level: 1 }).waitFor()
    await card(page, 'Calls').getByRole('img', { name: 'Calls: number per day in the last 30 days' }).waitFor()
    for (const name of ['Messages', 'Photos', 'Videos', 'Interviews', 'Comments', 'Diagnostics']) {
      await card(page, name).waitFor()
    }

    const failed = page.getByRole('link', { name: /^[\d,]+ failed$/ }).first()
    const told = Number((await failed.textContent())?.replace(/\D/g, ''))
    await failed.click()
    await page.getByRole('button', { name: 'Remove filter State Failed' }).waitFor()
    expect(new URL(page.url()).search).toContain('30d')
    const title = page.getByRole('heading', { level: 1 })
    await expect
      .poll(async () => Number((await title.textContent())?.match(/([\d,]+) item/)?.[1]?.replace(',', '')))
      .toBe(told)

    await breadcrumb(page, 'Services').click()
    await page.getByRole('heading', { name: 'Services', level: 1 }).waitFor()
    await page.getByText('Table', { exact: true }).click()
    const table = page.getByRole('region', { name: 'Recordings by day' }).getByRole('table')
    await table.getByRole('columnheader', { name: 'Calls', exact: true }).waitFor()
    expect(await table.getByRole('row').count()).toBe(31)
    await card(page, 'Photos').getByRole('link', { name: 'All photos' }).click()
    await page.getByRole('heading', { name: /^Photos/, level: 1 }).waitFor()
    await page.goBack()
    await card(page, 'Calls').waitFor()
  })

  journey('counts for a reviewer only what the lists show them', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'amir.khan')
    await processedRecording(visitor, { client, payload_type: 'Call' })
    const { types } = await visitor.read<PayloadCounts>(`/api/client/v1/${client}/payload_counts`)
    for (const type of payloadTypes) {
      const list = `/api/client/v1/${client}/payloads?filter[payload_types][0]=${type}&filter[is_damaged]=true`
      const { total } = await visitor.read<ListTotal>(`${list}&query_result_type=total`)
      expect([type, types.find(({ payload_type }) => payload_type === type)?.damaged.total ?? 0]).toEqual([type, total])
    }
    await page.goto('/dashboard/services')
    await card(page, 'Calls').getByRole('link', { name: 'All calls' }).waitFor()
  })
})

describe('diagnostics', () => {
  journey('have a list, from which those who may can save them', async ({ visitor }) => {
    const text = 'Holdfast handset diagnostics\nrecorder ok, microphone ok, storage ok\n'
    const device = 'R58-DIAGNOSTICS'
    const meta = { content_type: 'text/plain', size: text.length }
    const reference = await recordContent(device, Buffer.from(text), 'Diagnostics', meta)
    const { page } = visitor
    await visitor.signIn(client, 'ruth.castellan')
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Diagnostics', exact: true }).click()
    await page.getByRole('heading', { name: /^Diagnostics/, level: 1 }).waitFor()
    await page.goto(`/dashboard/services/diagnostics?filter[device_references][0]=${device}`)
    const row = page.getByRole('table', { name: 'Diagnostics' }).locator('[data-index]')
    await row.getByText(device, { exact: true }).waitFor()
    await row.getByText('Ready', { exact: true }).waitFor()
    expect(await row.getByRole('link').count()).toBe(0)
    const saved = page.waitForEvent('download')
    await row.getByRole('button', { name: `Download ${reference}` }).click()
    const stream = await (await saved).createReadStream()
    expect(Buffer.concat(await stream.toArray()).toString()).toBe(text)

    // An address of a recording leads to the list: there is no screen of one.
    await page.goto(`/dashboard/services/calls/${reference}`)
    await page.waitForURL(/\/dashboard\/services\/diagnostics$/)
    await breadcrumb(page, 'Services').click()
    await card(page, 'Diagnostics').getByRole('link', { name: 'All diagnostics' }).click()
    const { items } = await visitor.read<{ items: Payload[] }>(
      `/api/client/v1/${client}/payloads?filter[payload_types][0]=Diagnostics&limit=5`,
    )
    // The demonstration has some as well.
    expect(items.length).toBeGreaterThan(1)
  })
})

import type { ReviewDraw, ReviewMark, ReviewQueue, ReviewQueuePreview } from '@holdfast/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violations } from './axe.ts'
import { mediaFile, recordContent } from './demo-handset.ts'
import { journey } from './journey.ts'
import { settled } from './screens.ts'

const client = 'meridian'
const queues = `/api/client/v1/${client}/review_queues`

const opened = async (page: Page, address: string): Promise<void> => {
  await page.waitForURL(`**${address}`)
  await page.getByText('Waits for your review in').waitFor()
}

/** One recording of each kind that people communicate with. */
const recordEachKind = async (): Promise<string[]> => {
  const message = Buffer.from(JSON.stringify({ text: 'Meet me at the harbour' }))
  const direction = { direction: 'O', second_parties: [{ phone_number: '+447700900123' }] }
  const parties = {
    direction: 'I',
    thread_id: 'mixed',
    message_parties: [{ phone_number: '+447700900461', name: 'Nora Bell', role: 'from' }],
  }
  const media = async (file: string) => mediaFile(file)
  return [
    await recordContent('R58-MIXED-1', await media('calls/04-en-busy-line.amr'), 'Call', {
      content_type: 'audio/amr',
      ...direction,
    }),
    await recordContent('R58-MIXED-2', message, 'SMS', parties),
    await recordContent('R58-MIXED-3', await media('photographs/01-london-bridge-cables.jpg'), 'Photo', {
      content_type: 'image/jpeg',
    }),
    await recordContent('R58-MIXED-4', await media('videos/01-tree-in-the-wind.mp4'), 'Video', {
      content_type: 'video/mp4',
    }),
    await recordContent('R58-MIXED-5', await media('interviews/03-it-colloquio.m4a'), 'Interview', {
      content_type: 'audio/mp4',
    }),
  ]
}

const devices = [1, 2, 3, 4, 5].map((number) => `R58-MIXED-${number}`)

/** The first draw leaves out the last minute. */
const timeout = 240_000

journey('a mixed queue that repeats is drawn, and worked with keys alone', { timeout }, async ({ newVisitor }) => {
  const [supervisor, reviewer] = [await newVisitor(), await newVisitor()]
  const references = await recordEachKind()
  await supervisor.signIn(client, 'ruth.castellan')
  // None of the demonstration's queues waits for her.
  await reviewer.signIn(client, 'ruth.castellan')
  // Recordings processed in the last minute are left for the next draw, because others of that time may still be on their way.
  const matching = async () => {
    const wanted = { filter: { device_references: devices }, sample: null, reviewers: [], second_review_percent: 0 }
    const repeats = { weekday: 3, hour: 6, time_zone: 'Europe/London', until: null, due_after_days: 7 }
    const preview = await supervisor.api(`${queues}/preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...wanted, repeats }),
    })
    return ((await preview.json()) as ReviewQueuePreview).matched
  }
  await expect.poll(matching, { timeout: 110_000, interval: 3000 }).toBe(5)
  const view = await supervisor.api(`/api/admin/v1/${client}/views`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      path: '/dashboard/services/all',
      name: 'Mixed handsets',
      search: { filter: { device_references: devices } },
      role_reference: null,
    }),
  })
  expect(view.status, await view.clone().text()).toBe(200)

  const { page } = supervisor
  await page.goto('/dashboard/reviews/queues/create')
  await page.getByRole('textbox', { name: 'Name' }).fill('Weekly, mixed')
  await page.getByRole('combobox', { name: 'Recordings' }).click()
  await page.getByRole('option', { name: 'Mixed handsets' }).click()
  await page.getByRole('combobox', { name: 'Reviewers' }).fill('ruth.castellan')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.getByText('Each week', { exact: true }).click()
  await page.getByRole('combobox', { name: 'On', exact: true }).click()
  await page.getByRole('option', { name: 'Wednesday' }).click()
  await page.getByText('The queue begins empty.', { exact: true }).waitFor()
  await page.getByText(/it would have drawn/).waitFor()
  await page.getByRole('radio', { name: 'The last whole week' }).check()
  await page.getByText(/^These arrived from/).waitFor()
  await page.getByRole('radio', { name: 'Everything that is there already' }).check()
  await page.getByRole('switch', { name: /must be played or viewed/ }).check({ force: true })
  await page.getByText(/^5 recordings match/).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Draw the queue' }).click()
  await page.getByText('0 of 5 reviewed').waitFor()
  await page.getByText(/^Each Wednesday at 06:00/).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  const { items } = await supervisor.read<{ items: ReviewQueue[] }>(`${queues}?filter[search]=Weekly, mixed`)
  const [queue] = items

  const { page: own } = reviewer
  const keys = own.keyboard
  await own.goto('/dashboard/reviews')
  await settled(own)
  const rows = own.getByRole('table', { name: 'My reviews' }).locator('[data-index] a')
  const addresses = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(addresses.map((address) => address.split('/').at(-1)).toSorted()).toEqual(references.toSorted())
  await keys.press('ArrowDown')
  await keys.press('Enter')
  for (const [index, address] of addresses.entries()) {
    await opened(own, address)
    await own.getByRole('button', { name: 'Mark as reviewed' }).waitFor()
    if (index > 0) {
      await keys.press('k')
      await own.waitForURL(`**${addresses[index - 1]}`)
      await own.getByRole('button', { name: 'Mark as reviewed' }).waitFor()
      await keys.press('j')
      await opened(own, address)
    }
    // The same key plays, shows and reads.
    await keys.press('Space')
    if (address.includes('/videos/')) {
      const video = own.locator('video')
      await expect.poll(() => video.evaluate((shown: HTMLVideoElement) => shown.currentTime)).toBeGreaterThan(0)
    } else if (/\/(calls|interviews)\//.test(address)) {
      await own.getByRole('button', { name: 'Pause', exact: true }).waitFor()
    } else if (address.includes('/photos/')) {
      await own.getByRole('button', { name: 'Zoom in' }).waitFor()
    } else {
      await own.getByText('Meet me at the harbour').first().waitFor()
    }
    await settled(own)
    await keys.press('m')
  }
  const last = addresses.at(-1)?.split('/').at(-1)
  const marks = async () =>
    (await supervisor.read<{ items: ReviewMark[] }>(`/api/client/v1/${client}/payloads/${last}/reviews`)).items.length
  await expect.poll(marks, { timeout: 30_000 }).toBe(1)
  const draws = await supervisor.read<{ items: ReviewDraw[] }>(`${queues}/${queue?.queue_reference}/draws`)
  expect(draws.items).toMatchObject([{ draw: 1, items: 5, reviewed: 5, opened: 5, unopened: 0, late: 0 }])

  // The supervisor sees the figures of the draw, changes when it repeats, and ends it.
  const table = page.getByRole('table', { name: 'Draws' })
  await table
    .getByRole('row')
    .filter({ hasText: /5\s*5\s*[A-Z]\D+\s*5\s*0\s*5/ })
    .waitFor()
  await page.getByRole('button', { name: 'Change the queue' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the queue' })
  await dialog.getByText('Never', { exact: true }).click()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^Each Wednesday at 06:00/).waitFor({ state: 'detached' })
  await supervisor.api(`${queues}/${queue?.queue_reference}/close`, { method: 'POST' })
})

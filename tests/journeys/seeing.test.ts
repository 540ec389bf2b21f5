import { readFile } from 'node:fs/promises'
import type { AccountSettings } from '@holdfast/contract'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { violations } from './axe.ts'
import { recordContent, recordOnHandset } from './demo-handset.ts'
import { journey } from './journey.ts'
import { processedRecording } from './recordings.ts'
import { settled } from './screens.ts'
import type { Visitor } from './visitor.ts'

const client = 'meridian'
const settings = `/api/admin/v1/${client}/account/settings`

const restore = async (administrator: Visitor): Promise<void> => {
  const { is_word_search_on } = await administrator.read<AccountSettings>(settings)
  await administrator.api(settings, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ is_word_search_on, is_asking_before_pictures: false }),
  })
}

/** Counts requests for addresses of thumbnails. */
const countThumbnailRequests = (page: Page): (() => number) => {
  let count = 0
  page.on('request', (request) => {
    if (request.url().includes('part=thumbnail') && request.url().includes('payload_references')) count++
  })
  return () => count
}

describe('an account that asks before pictures are shown', () => {
  journey(
    'requests the pictures of a list and a photo only after a click, or a key',
    async ({ visitor, newVisitor }) => {
      const administrator = await newVisitor()
      await administrator.signIn(client, 'olivia.hart')
      await administrator.page.goto('/dashboard/account/settings')
      const choice = administrator.page.getByRole('switch', { name: 'Ask before showing pictures in lists' })
      await choice.press('Space')
      const form = administrator.page.locator('form').filter({ has: choice })
      await form.getByRole('button', { name: 'Save' }).click()
      await form.getByText('Saved').or(administrator.page.getByRole('alert')).first().waitFor()
      try {
        const { page } = visitor
        visitor.expectBrowserError(/status of 409/) // pictures that are still being made
        await visitor.signIn(client, 'amir.khan')
        const { payload_reference } = await processedRecording(visitor, { client, payload_type: 'Photo' })
        const requests = countThumbnailRequests(page)
        await page.goto('/dashboard/services/photos')
        const show = page.getByRole('button', { name: 'Show pictures' })
        await show.waitFor()
        await settled(page)
        expect(requests()).toBe(0)
        expect(await page.locator('[data-index] img').count()).toBe(0)
        expect(await violations(page)).toEqual([])
        await show.press('Enter')
        await page.locator('[data-index] img[data-shown=true]').first().waitFor()
        expect(requests()).toBeGreaterThan(0)
        expect(await show.count()).toBe(0)
        expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('A')
        const focused = () =>
          page.evaluate(() => {
            const tile = document.activeElement?.closest<HTMLElement>('[data-index]')
            return { index: Number(tile?.dataset.index), top: tile?.getBoundingClientRect().top ?? 0 }
          })
        const { top } = await focused()
        await page.keyboard.press('ArrowRight')
        await expect.poll(async () => (await focused()).index).toBe(1)
        await page.keyboard.press('ArrowDown')
        await expect.poll(async () => (await focused()).top).toBeGreaterThan(top)
        await page.locator(`main a[href$="${payload_reference}"]`).press('Enter')
        await page.getByRole('button', { name: 'Show', exact: true }).waitFor()
        await page.keyboard.press('Space')
        await page.getByRole('img', { name: /^Photo taken/ }).waitFor()
      } finally {
        await restore(administrator)
      }
    },
  )
})

/** A HEIC with a position in London, converted from a JPEG with Debian's heif-enc. */
const heic = new URL('../../apps/server/test/camera-notes.heic', import.meta.url)

describe('a photo', () => {
  journey(
    'in HEIC: shown as JPEG, with what the camera noted, and its place beside that of the device',
    async ({ visitor }) => {
      const { page } = visitor
      visitor.expectBrowserError(/status of 409/) // parts that are still being made
      await visitor.signIn(client, 'amir.khan')
      const reference = await recordContent('R58-heic', await readFile(heic), 'Photo', {
        content_type: 'image/heic',
        locations: [{ latitude: 51.5155, longitude: -0.0922, accuracy: 12 }],
      })
      await page.goto(`/dashboard/services/photos/${reference}`)
      await page.getByText('51.51550, -0.09220').first().waitFor()
      expect(await page.getByText('Fairphone').count()).toBe(0)
      await page.getByRole('button', { name: 'Show', exact: true }).press('Enter')
      await page.locator('figure canvas').first().waitFor()
      await page.getByText('Fairphone FP5').waitFor()
      await page.getByText('1/120 s').waitFor()
      await page.getByText('<b>Not bold</b>', { exact: true }).waitFor()
      await page.getByText('The photo and the device are 2.6 km apart.').waitFor()
      const map = page.getByRole('region', { name: /^Map of where/ })
      await page.getByText(/^Land and borders/).scrollIntoViewIfNeeded()
      await page.locator('[data-drawn=true]').waitFor()
      // Before a button shows its tooltip, which stands outside of the page's landmarks.
      expect(await violations(page)).toEqual([])
      await page.getByRole('button', { name: 'Zoom in on the map' }).press('Enter')
      await map.focus()
      await page.keyboard.press('ArrowLeft')
      const custody = await visitor.read<{ records: { action: string }[] }>(
        `/api/client/v1/${client}/payloads/${reference}/audit`,
      )
      expect(custody.records.filter(({ action }) => action === 'payload.viewed').length).toBe(1)
    },
  )

  journey('asks no other host for anything', async ({ visitor }) => {
    const { page } = visitor
    const others: string[] = []
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      if (protocol.startsWith('http') && origin !== visitor.origin) others.push(request.url())
    })
    await visitor.signIn(client, 'amir.khan')
    visitor.expectBrowserError(/status of 409/) // parts that are still being made
    const file = 'photographs/10-lisbon-sunset.jpg'
    const reference = await recordOnHandset({ file, payload_type: 'Photo', content_type: 'image/jpeg' })
    await page.goto(`/dashboard/services/photos/${reference}`)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByText(/^Land and borders/).scrollIntoViewIfNeeded()
    await page.getByText(/^38.69160, -9.21598, near/).waitFor()
    await page.locator('[data-drawn=true]').waitFor()
    expect(others).toEqual([])
  })
})

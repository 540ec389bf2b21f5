import type { AccountSettings } from '@holdfast/contract'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { violations } from './axe.ts'
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
  journey('requests the pictures of a list only after a click, or Enter', async ({ visitor, newVisitor }) => {
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
      await processedRecording(visitor, { client, payload_type: 'Photo' })
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
    } finally {
      await restore(administrator)
    }
  })
})

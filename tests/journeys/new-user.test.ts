import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { journey } from './journey.ts'
import { newestRecording, processedRecording } from './recordings.ts'

const sliderValue = (page: Page) => async () =>
  Number(await page.getByRole('slider', { name: 'Position' }).inputValue())

/** Bytes of sound that the browser decoded so far: an element that only counts time decodes none. */
const decodedBytes = (page: Page) => () =>
  page.evaluate(() =>
    globalThis.mediaPlayed.reduce(
      (sum, media) => sum + ((media as { webkitAudioDecodedByteCount?: number }).webkitAudioDecodedByteCount ?? 0),
      0,
    ),
  )

/** Presses play, hears it go on by itself, and jumps to near the end with the keyboard. */
const hear = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  const position = page.getByRole('slider', { name: 'Position' })
  await position.waitFor()
  await expect.poll(sliderValue(page), { timeout: 30_000 }).toBeGreaterThanOrEqual(1)
  await expect.poll(decodedBytes(page)).toBeGreaterThan(0)
  const last = Number(await position.getAttribute('max'))
  const pause = page.getByRole('button', { name: 'Pause', exact: true })
  if (await pause.isVisible()) await pause.click()
  const target = Math.floor(last / 2)
  await position.fill(String(target))
  await expect.poll(sliderValue(page)).toBe(target)
  const heard = await page.evaluate(() => globalThis.mediaPlayed.map(({ currentTime }) => currentTime))
  expect(Math.max(...heard)).toBeGreaterThanOrEqual(target)
}

describe('a new user', () => {
  journey(
    'signs in, hears the call that a handset recorded a moment ago, and is on record for it',
    async ({ visitor }) => {
      const { page } = visitor
      const began = new Date()

      await page.goto('/')
      await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
      await page.getByLabel('Account identifier').fill('meridian')
      await page.getByRole('button', { name: 'Continue' }).click()
      await visitor.enterPassword('helen.ward')

      await page.getByRole('heading', { level: 1, name: 'Terms of use' }).waitFor()
      await page.getByRole('button', { name: 'Accept the terms' }).click()
      await page.waitForURL('**/dashboard')
      await page.getByRole('heading', { level: 1 }).waitFor()

      await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Calls' }).click()
      await page.getByRole('table', { name: 'Calls' }).waitFor()
      const recording = await newestRecording(visitor, { client: 'meridian', payload_type: 'Call', since: began })
      await page.reload()
      await page.getByRole('table', { name: 'Calls' }).locator(`a[href*="${recording.payload_reference}"]`).click()

      await hear(page)

      const access = page.locator('section', { has: page.getByRole('heading', { name: 'Who had access' }) })
      await page.reload()
      await access
        .getByRole('listitem')
        .filter({ hasText: 'helen.ward' })
        .filter({ hasText: 'Played' })
        .first()
        .waitFor()

      await visitor.personMenu().click()
      await page.getByRole('menuitem', { name: 'Log out' }).click()
      await page.waitForURL('**/sign-in**')
      expect(await page.evaluate(() => sessionStorage.getItem('holdfast.session'))).toBeNull()
    },
  )

  journey.for(['audio/amr', 'audio/amr-wb', 'audio/mp4', 'audio/ogg'])('hears %s', async (contentType, { visitor }) => {
    await visitor.signIn('meridian', 'amir.khan')
    const call = await processedRecording(visitor, { client: 'meridian', payload_type: 'Call', contentType })
    await visitor.page.goto(`/dashboard/services/calls/${call.payload_reference}`)
    await hear(visitor.page)
  })
})

import type { PayloadAudit } from '@holdfast/contract'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { waitTimeoutMs } from '../setup/time-limits.ts'
import { violations } from './axe.ts'
import { type MediaSample, recordOnHandset } from './demo-handset.ts'
import { journey } from './journey.ts'
import { expectPlayback } from './playback.ts'
import { processedRecording } from './recordings.ts'
import type { Visitor } from './visitor.ts'

const client = 'meridian'

/** Has a handset record a file, and opens the recording. */
const recordAndOpen = async ({ page }: Visitor, services: string, sample: MediaSample): Promise<string> => {
  const reference = await recordOnHandset(sample)
  await page.goto(`/dashboard/services/${services}/${reference}`)
  return reference
}

const playbacksOf = async (visitor: Visitor, reference: string): Promise<number> => {
  const { records } = await visitor.read<PayloadAudit>(`/api/client/v1/${client}/payloads/${reference}/audit`)
  return records.filter(({ action }) => action === 'payload.played').length
}

/** How many colours a sample of a picture's pixels has: a blank picture has one. */
const coloursOf = (page: Page, selector: 'video' | 'figure canvas'): Promise<number> =>
  page
    .locator(selector)
    .first()
    .evaluate((shown: HTMLVideoElement | HTMLCanvasElement) => {
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = 32
      const context = canvas.getContext('2d')
      context?.drawImage(shown, 0, 0, 32, 32)
      const { data } = context?.getImageData(0, 0, 32, 32) ?? { data: [] }
      return new Set(Array.from({ length: 1024 }, (_, at) => data.slice(at * 4, at * 4 + 3).join())).size
    })

/** [file, content type, seconds of sound]. Browsers can't decode the AMR formats by themselves. */
const sounds = [
  ['calls/04-en-busy-line.amr', 'audio/amr', 31.9],
  ['calls/08-fr-rendez-vous.awb', 'audio/amr-wb', 36.6],
  ['calls/03-en-reference-spelled.m4a', 'audio/mp4', 30.1],
  ['calls/05-en-radio-desk.opus', 'audio/ogg', 48],
  ['calls/07-en-voicemail-8k.wav', 'audio/wav', 28.5],
] as const

const videos = [
  ['videos/01-tree-in-the-wind.mp4', 'video/mp4'],
  ['videos/03-bridge.3gp', 'video/3gpp'],
] as const

describe('a reviewer plays', () => {
  journey('a call in each format that handsets record', { timeout: 600_000 }, async ({ visitor }) => {
    await visitor.signIn(client, 'amir.khan')
    for (const [file, content_type, seconds] of sounds) {
      await recordAndOpen(visitor, 'calls', { file, payload_type: 'Call', content_type })
      expect(await expectPlayback(visitor.page), file).toBeCloseTo(seconds, 0)
    }
  })

  journey('an interview', async ({ visitor }) => {
    await visitor.signIn(client, 'amir.khan')
    const file = 'interviews/03-it-colloquio.m4a'
    await recordAndOpen(visitor, 'interviews', { file, payload_type: 'Interview', content_type: 'audio/mp4' })
    expect(await expectPlayback(visitor.page)).toBeCloseTo(85, 0)
  })
})

journey(
  'a recording can be played with the keyboard, while other controls keep their own keys',
  async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'amir.khan')
    await recordAndOpen(visitor, 'calls', { file: sounds[4][0], payload_type: 'Call', content_type: sounds[4][1] })
    await page.getByRole('button', { name: 'Play', exact: true }).focus()
    await page.keyboard.press('Space')
    const pause = page.getByRole('button', { name: 'Pause', exact: true })
    await pause.waitFor()
    expect(await pause.evaluate((button) => button === document.activeElement)).toBe(true)
    await visitor.personMenu().focus()
    await page.keyboard.press('Space')
    await page.getByRole('dialog', { name: 'Your menu' }).waitFor()
    await page.keyboard.press('Escape')
    expect(await pause.isVisible()).toBe(true)
    await pause.focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  },
)

describe('a reviewer sees', () => {
  journey('a photo', async ({ visitor }) => {
    const { page } = visitor
    visitor.expectBrowserError(/status of 409/) // parts that are still being made
    await visitor.signIn(client, 'amir.khan')
    const file = 'photographs/03-london-nuthatch.jpg'
    await recordAndOpen(visitor, 'photos', { file, payload_type: 'Photo', content_type: 'image/jpeg' })
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    const photo = page.getByRole('img', { name: /^Photo taken/ })
    await photo.waitFor()
    await expect.poll(() => coloursOf(page, 'figure canvas')).toBeGreaterThan(100)
    const scale = page.locator('figure output')
    await page.getByRole('button', { name: 'Fit' }).click()
    const whole = await scale.textContent()
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(() => scale.textContent()).not.toBe(whole)
    await page.getByRole('button', { name: 'Rotate right' }).click()
    const turned = await scale.textContent()
    expect(turned).not.toBe(whole)
    // The button has the focus: the keys work anywhere on the page.
    await page.keyboard.press('Shift+T')
    await expect.poll(() => scale.textContent()).toBe(whole)
    await page.keyboard.press('+')
    await expect.poll(() => scale.textContent()).not.toBe(whole)
    await page.keyboard.press('0')
    await expect.poll(() => scale.textContent()).toBe(whole)
    await page.getByRole('button', { name: 'Full screen', exact: true }).click()
    await page.getByRole('button', { name: 'Leave full screen', exact: true }).waitFor()
    await expect.poll(() => scale.textContent()).not.toBe(whole)
    await page.keyboard.press('f')
    await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor()
    await expect.poll(() => scale.textContent()).toBe(whole)
    // Away from the button, whose tooltip axe finds outside of all landmarks.
    await photo.focus()
    await page.mouse.move(0, 0)
    await page.getByRole('tooltip').waitFor({ state: 'detached' })
    expect(await violations(page)).toEqual([])
  })

  journey.for(videos)('%s, from its middle', async ([file, content_type], { visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'amir.khan')
    const recorded = await recordAndOpen(visitor, 'videos', { file, payload_type: 'Video', content_type })
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    const video = page.locator('video')
    await video.waitFor()
    expect(await playbacksOf(visitor, recorded)).toBe(0)
    await video.evaluate((shown: HTMLVideoElement) => void shown.play().catch(() => undefined))
    // Its rendition is made first.
    await expect
      .poll(() => video.evaluate((shown: HTMLVideoElement) => shown.videoWidth), { timeout: waitTimeoutMs })
      .toBeGreaterThan(0)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('VIDEO')
    const middle = await video.evaluate((shown: HTMLVideoElement) => {
      shown.currentTime = shown.duration / 2
      void shown.play()
      return shown.duration / 2
    })
    await expect.poll(() => video.evaluate((shown: HTMLVideoElement) => shown.currentTime)).toBeGreaterThan(middle)
    expect(await coloursOf(page, 'video')).toBeGreaterThan(100)
    expect(await playbacksOf(visitor, recorded)).toBeGreaterThan(0)
  })

  journey('a conversation in the order in which it was written', async ({ visitor }) => {
    await visitor.signIn(client, 'amir.khan')
    const { payload_reference } = await processedRecording(visitor, { client, payload_type: 'SMS' })
    const { page } = visitor
    const answered = page.waitForResponse('**/media/**')
    await page.goto(`/dashboard/services/messages/${payload_reference}`)
    const current = page.locator('li[data-outbound][aria-current=true]')
    const { text } = (await (await answered).json()) as { text: string }
    expect(text.length).toBeGreaterThan(0)
    await current.getByText(text).waitFor()
  })
})

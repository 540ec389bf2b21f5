import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { type MediaSample, recordOnHandset } from './demo-handset.ts'
import { journey } from './journey.ts'
import { expectPlayback } from './playback.ts'

const client = 'meridian'

const call: MediaSample = { file: 'calls/07-en-voicemail-8k.wav', payload_type: 'Call', content_type: 'audio/wav' }
const otherCall: MediaSample = {
  file: 'calls/03-en-reference-spelled.m4a',
  payload_type: 'Call',
  content_type: 'audio/mp4',
}
const video: MediaSample = { file: 'videos/01-tree-in-the-wind.mp4', payload_type: 'Video', content_type: 'video/mp4' }
const photo: MediaSample = {
  file: 'photographs/03-london-nuthatch.jpg',
  payload_type: 'Photo',
  content_type: 'image/jpeg',
}

const pathOf = async (services: string, sample: MediaSample): Promise<string> =>
  `/dashboard/services/${services}/${await recordOnHandset(sample)}`

/** Expects the last sound or video to continue from its middle, and its playback address to work. */
const expectStillPlaying = async (page: Page): Promise<void> => {
  await page.bringToFront()
  // A source that was set a moment ago has no length yet.
  await page.waitForFunction(() => Number.isFinite(globalThis.mediaPlayed.at(-1)?.duration))
  const middle = await page.evaluate(async () => {
    const media = globalThis.mediaPlayed.at(-1)
    if (!media) throw new Error('nothing was played')
    // The browser may have buffered a short recording completely, so the address is requested again.
    const { status } = await fetch(media.currentSrc, { headers: { range: 'bytes=100-199' } })
    if (status !== 206) throw new Error(`The address answers ${status}`)
    media.currentTime = media.duration / 2
    await media.play()
    return media.duration / 2
  })
  await expect
    .poll(() => page.evaluate(() => globalThis.mediaPlayed.at(-1)?.currentTime ?? 0))
    .toBeGreaterThan(middle + 0.2)
}

const show = (page: Page) => page.getByRole('button', { name: 'Show', exact: true }).click()

const watch = async (page: Page): Promise<void> => {
  await show(page)
  // It loads again while its parts are made.
  const play = (shown: HTMLVideoElement) =>
    shown.play().then(
      () => true,
      () => false,
    )
  await expect.poll(() => page.locator('video').evaluate(play), { timeout: 30_000 }).toBe(true)
}

describe('one person with several tabs', () => {
  journey('can play and seek two calls in three tabs', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'amir.khan')
    const [first, other] = [await pathOf('calls', call), await pathOf('calls', otherCall)]
    const [second, third] = [await visitor.openTab(), await visitor.openTab()]
    for (const [tab, path] of [
      [page, first],
      [second, first],
      [third, other],
    ] as const) {
      await tab.goto(path)
      await expectPlayback(tab)
    }
    for (const tab of [page, second, third]) await expectStillPlaying(tab)
  })

  journey('can open a photo, a video and a call at the same time', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'amir.khan')
    const [photoPath, videoPath, callPath] = [
      await pathOf('photos', photo),
      await pathOf('videos', video),
      await pathOf('calls', call),
    ]
    const [second, third] = [await visitor.openTab(), await visitor.openTab()]
    await page.goto(photoPath)
    await show(page)
    const shown = page.getByRole('img', { name: /^Photo taken/ })
    await shown.waitFor()
    await second.goto(videoPath)
    await watch(second)
    await third.goto(callPath)
    await expectPlayback(third)
    await expectStillPlaying(second)
    await expectStillPlaying(third)
    const statusAnew = await page.evaluate(async () => {
      const [picture] = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/media/'))
      return (await fetch(picture?.name ?? '', { cache: 'no-store' })).status
    })
    expect(statusAnew).toBe(200)
  })
})

journey(
  'a call whose decoder crashed is played, and gets its waveform when somebody tries again',
  async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'amir.khan')
    await page.goto(await pathOf('calls', call))
    visitor.expectBrowserError(/status of 404/)
    const tries_again_at = new Date(Date.now() + 3_600_000).toISOString()
    const crashed = {
      error_code: 404,
      code: 'part.not_made',
      message: '',
      details: { failure: 'crashed', tries_again_at },
    }
    await page.route(/part=(peaks|rendition)/, (route) => route.fulfill({ status: 404, json: crashed }))
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    const failed = page.getByRole('status').filter({ hasText: /^The waveform could not be made. Holdfast tries again/ })
    await failed.waitFor()
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
    await expectStillPlaying(page)
    await page.unroute(/part=(peaks|rendition)/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await failed.waitFor({ state: 'detached' })
    const source = () => page.evaluate(() => globalThis.mediaPlayed.at(-1)?.currentSrc)
    await expect.poll(source, { timeout: 30_000 }).toContain('part=rendition')
    await expectStillPlaying(page)
  },
)

describe('what stops playback is named', () => {
  journey('an address that is no longer valid; playback then continues where it stopped', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'amir.khan')
    await page.goto(await pathOf('videos', video))
    await watch(page)
    await expectStillPlaying(page)
    const isPaused = () => page.locator('video').evaluate((shown: HTMLVideoElement) => shown.paused)
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    for (const paused of [true, false]) {
      await page.keyboard.press('Space')
      await expect.poll(isPaused).toBe(paused)
    }
    visitor.expectBrowserError(/status of 403/)
    await page.context().clearCookies({ name: /^holdfast_media_/ })
    const stoppedAt = await page.locator('video').evaluate((shown: HTMLVideoElement) => {
      shown.pause()
      // As the browser reports when it needs more content and gets none.
      shown.dispatchEvent(new Event('error'))
      return shown.currentTime
    })
    await page.getByText('Playback has ended', { exact: true }).waitFor()
    expect(await page.getByText('This browser cannot play this recording').count()).toBe(0)
    await page.getByRole('button', { name: 'Play again' }).click()
    const again = page.locator('video')
    await expect
      .poll(() => again.evaluate((shown: HTMLVideoElement) => shown.currentTime))
      .toBeGreaterThanOrEqual(stoppedAt - 0.5)
    await expectStillPlaying(page)
  })

  journey('a lost connection; playback then continues', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'amir.khan')
    await page.goto(await pathOf('calls', call))
    visitor.expectBrowserError(/ERR_CONNECTION_FAILED/)
    await page.route('**/media/**', (route) => route.abort('connectionfailed'))
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await page.getByText('Holdfast cannot be reached', { exact: true }).waitFor()
    await page.unroute('**/media/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
    await expectStillPlaying(page)

    await page.route('**/media/**', (route) => route.abort('connectionfailed'))
    const stoppedAt = await page.evaluate(() => {
      const media = globalThis.mediaPlayed.at(-1)
      media?.pause()
      // As the browser reports when it needs more content and gets none.
      media?.dispatchEvent(new Event('error'))
      return media?.currentTime ?? 0
    })
    await page.getByText('Holdfast cannot be reached', { exact: true }).waitFor()
    await page.unroute('**/media/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect
      .poll(() => page.evaluate(() => globalThis.mediaPlayed.at(-1)?.currentTime ?? 0))
      .toBeGreaterThanOrEqual(stoppedAt - 0.5)
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  })
})

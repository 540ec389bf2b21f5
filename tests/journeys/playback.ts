import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const sliderValue = (page: Page) => async () =>
  Number(await page.getByRole('slider', { name: 'Position' }).inputValue())

/** Bytes of sound that the browser has decoded so far: an element that does not really play decodes none. */
const decodedBytes = (page: Page) => () =>
  page.evaluate(() =>
    globalThis.mediaPlayed.reduce(
      (sum, media) => sum + ((media as { webkitAudioDecodedByteCount?: number }).webkitAudioDecodedByteCount ?? 0),
      0,
    ),
  )

/** Length in seconds of the last sound that was played, and its loudest sample, from 0 to 1. */
const soundPlayed = (page: Page): Promise<{ seconds: number; loudest: number }> =>
  page.evaluate(async () => {
    const source = globalThis.mediaPlayed.at(-1)?.currentSrc ?? ''
    const bytes = await (await fetch(source)).arrayBuffer()
    const sound = await new OfflineAudioContext(1, 1, 16_000).decodeAudioData(bytes)
    const loudest = sound.getChannelData(0).reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)
    return { seconds: sound.duration, loudest }
  })

/**
 * Presses play, checks that sound is played and continues, and moves the slider to its middle.
 * @returns the length in seconds
 */
export const expectPlayback = async (page: Page): Promise<number> => {
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
  const positions = await page.evaluate(() => globalThis.mediaPlayed.map(({ currentTime }) => currentTime))
  expect(Math.max(...positions)).toBeGreaterThanOrEqual(target)
  const { seconds, loudest } = await soundPlayed(page)
  expect(loudest).toBeGreaterThan(0.05)
  return seconds
}

import type { PayloadAudit } from '@holdfast/contract'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { equitiesHandset, mediaFile, recordOnHandset } from './demo-handset.ts'
import { journey } from './journey.ts'

const client = 'meridian'
/** Made by the worker, beside other work. */
const madeWithinMs = 60_000

type MediaTag = 'video' | 'audio'

const numberOf = (page: Page, tag: MediaTag, name: 'currentTime' | 'duration' | 'readyState'): Promise<number> =>
  page.locator(tag).evaluate((media: HTMLMediaElement, property) => media[property], name)

const play = (page: Page, tag: MediaTag): Promise<void> =>
  page.locator(tag).evaluate((media: HTMLMediaElement) => void media.play().catch(() => undefined))

const expectPlaying = async (page: Page, tag: MediaTag): Promise<void> => {
  const from = await numberOf(page, tag, 'currentTime')
  await expect.poll(() => numberOf(page, tag, 'currentTime'), { timeout: madeWithinMs }).toBeGreaterThan(from + 0.2)
}

const expectSeeking = async (page: Page, tag: MediaTag, seconds: number): Promise<void> => {
  await page.locator(tag).evaluate((media: HTMLMediaElement, to) => {
    media.currentTime = to
  }, seconds)
  await expect.poll(() => numberOf(page, tag, 'currentTime')).toBeGreaterThan(seconds)
}

describe('what browsers do not play by themselves is played', () => {
  journey('a video of an old handset (3GP, H.263 and AMR): from its middle, and again later', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'amir.khan')
    const reference = await recordOnHandset({
      file: 'videos/02-tree-qcif.3gp',
      payload_type: 'Video',
      content_type: 'video/3gpp',
    })
    await page.goto('/dashboard/services/videos')
    await page.locator(`a[href$="${reference}"]`).first().click()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await play(page, 'video')
    await expect.poll(() => numberOf(page, 'video', 'readyState'), { timeout: madeWithinMs }).toBeGreaterThan(0)
    expect(await numberOf(page, 'video', 'duration')).toBeCloseTo(10, 0)
    await expectPlaying(page, 'video')
    await expectSeeking(page, 'video', 7)
    const sound = await page
      .locator('video')
      .evaluate((media) => (media as { webkitAudioDecodedByteCount?: number }).webkitAudioDecodedByteCount ?? 0)
    expect(sound).toBeGreaterThan(0)
    await page.goBack()
    await page.locator(`a[href$="${reference}"]`).first().waitFor()
    // Its key opens it and plays it.
    await page.goForward()
    await page.getByRole('button', { name: 'Show', exact: true }).waitFor()
    await page.keyboard.press('Space')
    await expectPlaying(page, 'video')
  })

  journey('a voice note (AMR) attached to a message, played only when somebody presses play', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'amir.khan')
    const reference = await voiceNote()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(`/dashboard/services/messages/${reference}`)
    await page.locator('audio').waitFor()
    expect(requests.filter((url) => url.includes('attachment='))).toEqual([])
    await play(page, 'audio')
    await expectPlaying(page, 'audio')
    const seconds = await numberOf(page, 'audio', 'duration')
    expect(seconds).toBeGreaterThan(3)
    await expectSeeking(page, 'audio', seconds / 2)
    await page.locator('audio').evaluate((media: HTMLMediaElement) => media.pause())
    const played = async () =>
      (await visitor.read<PayloadAudit>(`/api/client/v1/${client}/payloads/${reference}/audit`)).records.flatMap(
        (record) => record.played ?? [],
      )
    await expect.poll(played).not.toEqual([])
    await page.goBack()
    await page.goForward()
    await page.locator('audio').waitFor()
  })
})

const voiceNote = async (): Promise<string> => {
  const handset = await equitiesHandset('R58-VOICE-NOTE')
  const voice = (await mediaFile('attachments/voice-note.amr')).toString('base64')
  const content = Buffer.from(JSON.stringify({ text: 'Listen', attachments: [{ content: voice }] }))
  const message_parties = [{ phone_number: '+447700900123' }]
  const recording = handset.record(content, 'MMS', { direction: 'I', message_parties, length: 6 })
  await handset.deliver(recording)
  const { payload_reference } = recording.registration
  await expect.poll(() => handset.status(payload_reference), { timeout: 60_000 }).toBe('processed')
  return payload_reference
}

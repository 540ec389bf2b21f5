import type { Payload, PayloadAudit } from '@holdfast/contract'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { waitTimeoutMs } from '../setup/time-limits.ts'
import { mediaFile, recordContent, recordOnHandset } from './demo-handset.ts'
import { journey } from './journey.ts'
import { expectPlayback } from './playback.ts'

const client = 'meridian'

const seconds = (page: Page) => page.evaluate(() => globalThis.mediaPlayed.at(-1)?.duration ?? 0)

describe('hearing a call', () => {
  journey('in AMR, which no browser decodes: waveform, sound, seeking, and a speed that stays', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'amir.khan')
    const reference = await recordOnHandset({
      file: 'calls/04-en-busy-line.amr',
      payload_type: 'Call',
      content_type: 'audio/amr',
    })
    await page.goto(`/dashboard/services/calls/${reference}`)
    await expectPlayback(page)
    expect(await seconds(page)).toBeCloseTo(31.9, 0)
    expect(await page.evaluate(() => globalThis.mediaPlayed.at(-1)?.currentSrc ?? '')).toContain('part=rendition')
    await page.getByRole('slider', { name: 'Position' }).fill('20')
    await expect
      .poll(() => page.evaluate(() => globalThis.mediaPlayed.at(-1)?.currentTime ?? 0))
      .toBeGreaterThanOrEqual(20)
    await page.getByTitle(/^No sound from 00:21/).waitFor({ state: 'attached' })
    await page.getByLabel('Speed').selectOption('1.5')
    await page.reload()
    await expectPlayback(page)
    expect(await page.evaluate(() => globalThis.mediaPlayed.at(-1)?.playbackRate)).toBe(1.5)
    await page.getByLabel('Speed').selectOption('1')
  })

  journey(
    'shows its waveform when the screen opens, and fetches the sound once somebody plays it',
    async ({ visitor }) => {
      const { page } = visitor
      await visitor.signIn(client, 'amir.khan')
      const reference = await recordOnHandset({
        file: 'calls/04-en-busy-line.amr',
        payload_type: 'Call',
        content_type: 'audio/amr',
      })
      const media: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/media/')) media.push(new URL(request.url()).search)
      })
      const actions = async () =>
        (await visitor.read<PayloadAudit>(`/api/client/v1/${client}/payloads/${reference}/audit`)).records.map(
          ({ action }) => action,
        )
      await page.goto(`/dashboard/services/calls/${reference}`)
      await page.getByRole('slider', { name: 'Position' }).waitFor()
      expect(media.every((search) => search.includes('part=peaks'))).toBe(true)
      expect(await actions()).toContain('payload.data_requested')
      expect(await actions()).not.toContain('payload.played')
      await expectPlayback(page)
      await expect.poll(actions).toContain('payload.played')
    },
  )

  journey('in stereo has a lane for each channel', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'amir.khan')
    const reference = await recordOnHandset({
      file: 'calls/06-en-radio-desk-callback-8k.wav',
      payload_type: 'Call',
      content_type: 'audio/wav',
    })
    await page.goto(`/dashboard/services/calls/${reference}`)
    await expectPlayback(page)
    for (const lane of ['Channel 1', 'Channel 2']) await page.getByText(lane, { exact: true }).waitFor()
    const named = await recordContent(
      'R58-CHANNELS',
      await mediaFile('calls/06-en-radio-desk-callback-8k.wav'),
      'Call',
      {
        content_type: 'audio/wav',
        second_parties: [{ phone_number: '+447700900123', name: 'Ben Low' }],
        channel_parties: ['other_party', 'device_user'],
      },
    )
    await page.goto(`/dashboard/services/calls/${named}`)
    await expectPlayback(page)
    const lanes = page.getByRole('region', { name: 'Player' }).locator('[aria-hidden] > span')
    expect((await lanes.allTextContents()).join()).toMatch(/^Ben Low,james\.ashworth/)
  })
})

describe('photos', () => {
  journey(
    'are shown by day with their thumbnails, which the trail names as they come into view',
    async ({ visitor }) => {
      const { page } = visitor
      await visitor.signIn(client, 'amir.khan')
      const reference = await recordOnHandset({
        file: 'photographs/03-london-nuthatch.jpg',
        payload_type: 'Photo',
        content_type: 'image/jpeg',
      })
      const requested: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('part=thumbnail')) requested.push(...(request.url().match(/[0-9A-Z]{26}/g) ?? []))
      })
      await page.goto('/dashboard/services/photos')
      const tile = page.locator(`a[href$="${reference}"]`)
      const picture = tile.locator('img')
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: waitTimeoutMs })
        .toBe(320)
      expect(requested).toContain(reference)
      const { items } = await visitor.read<{ items: Payload[] }>(
        `/api/client/v1/${client}/payloads?filter[payload_types][0]=Photo&limit=50`,
      )
      const isShown = ({ payload_state, is_personal_number }: Payload) =>
        payload_state === 'Processed' && !is_personal_number
      const last = items.findLast(isShown)
      expect(requested, 'a photo that nobody scrolled to is not recorded as seen').not.toContain(
        last?.payload_reference,
      )
      await page.locator(`main a[href$="${last?.payload_reference}"]`).scrollIntoViewIfNeeded()
      await expect.poll(() => requested).toContain(last?.payload_reference)
      // Opened from the list, a photo is shown at once and recorded as one view, and so is one that `k` leads to.
      await tile.click()
      const photo = page.getByRole('img', { name: /^Photo taken/ })
      await photo.waitFor()
      const { records } = await visitor.read<PayloadAudit>(`/api/client/v1/${client}/payloads/${reference}/audit`)
      expect(records.filter(({ action }) => action === 'payload.viewed').length).toBe(1)
      await page.keyboard.press('j')
      await page.waitForURL((url) => !url.pathname.endsWith(reference))
      await page.keyboard.press('k')
      await page.waitForURL(`**/${reference}`)
      await photo.waitFor()
      await page.goBack()
      await picture.waitFor()
    },
  )
})

import type { Payload } from '@holdfast/contract'
import { describe, expect } from 'vitest'
import { journey } from './journey.ts'
import { processedRecording } from './recordings.ts'

const client = 'meridian'

describe('a reviewer looks at', () => {
  journey('a photo', async ({ visitor }) => {
    await visitor.signIn(client, 'amir.khan')
    const { payload_reference } = await processedRecording(visitor, { client, payload_type: 'Photo' })
    const { page } = visitor
    await page.goto(`/dashboard/services/photos/${payload_reference}`)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    const photo = page.getByRole('img', { name: /^Photo taken/ })
    await photo.waitFor()
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
    await page.getByRole('button', { name: 'Rotate' }).click()
    expect(await photo.getAttribute('style')).toContain('rotate(90deg)')
  })

  journey('a video, from the middle', async ({ visitor }) => {
    await visitor.signIn(client, 'amir.khan')
    const { payload_reference } = await processedRecording(visitor, {
      client,
      payload_type: 'Video',
      contentType: 'video/mp4',
    })
    const { page } = visitor
    await page.goto(`/dashboard/services/videos/${payload_reference}`)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    const video = page.locator('video')
    await expect.poll(() => video.evaluate((shown: HTMLVideoElement) => shown.videoWidth)).toBeGreaterThan(0)
    const middle = await video.evaluate((shown: HTMLVideoElement) => {
      shown.currentTime = shown.duration / 2
      void shown.play()
      return shown.duration / 2
    })
    const position = () => video.evaluate((shown: HTMLVideoElement) => shown.currentTime)
    await expect.poll(position).toBeGreaterThan(middle)
  })

  journey('a message, whose text stays text', async ({ visitor }) => {
    await visitor.signIn(client, 'amir.khan')
    const { payload_reference } = await processedRecording(visitor, { client, payload_type: 'SMS' })
    const { page } = visitor
    const markup = '<img src=x onerror="globalThis.wasHacked=1"><b>bold</b>'
    await page.route('**/media/**', (route) =>
      route.fulfill({ json: { text: markup }, headers: { 'content-type': 'application/json' } }),
    )
    await page.goto(`/dashboard/services/messages/${payload_reference}`)
    const current = page.locator('li[aria-current=true]')
    await current.getByRole('button', { name: 'Read' }).click()
    await current.getByText(markup).waitFor()
    expect(await current.locator('b, img').count()).toBe(0)
    expect(await page.evaluate(() => 'wasHacked' in globalThis)).toBe(false)
  })

  journey('a conversation as it was written', async ({ visitor }) => {
    await visitor.signIn(client, 'amir.khan')
    const { payload_reference } = await processedRecording(visitor, { client, payload_type: 'SMS' })
    const { page } = visitor
    await page.goto(`/dashboard/services/messages/${payload_reference}`)
    const current = page.locator('li[aria-current=true]')
    const answered = page.waitForResponse('**/media/**')
    await current.getByRole('button', { name: 'Read' }).click()
    const { text } = (await (await answered).json()) as { text: string }
    expect(text.length).toBeGreaterThan(0)
    await current.getByText(text).waitFor()
  })

  journey('an interview, and hears it', async ({ visitor }) => {
    await visitor.signIn(client, 'amir.khan')
    const { payload_reference } = await processedRecording(visitor, { client, payload_type: 'Interview' })
    const { page } = visitor
    await page.goto(`/dashboard/services/interviews/${payload_reference}`)
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    const position = page.getByRole('slider', { name: 'Position' })
    await expect.poll(async () => Number(await position.inputValue()), { timeout: 30_000 }).toBeGreaterThanOrEqual(1)
  })

  journey.for([
    ['Failed', 'This recording could not be opened'],
    ['Quarantined', 'This recording is in quarantine'],
    ['Recorded', 'Still on the device'],
    ['NotRecoverable', 'This recording was lost on the device'],
  ] as const)('a recording that is %s, and reads why there is nothing to play', async ([state, title], { visitor }) => {
    await visitor.signIn(client, 'amir.khan')
    const filter = `filter[payload_types][0]=Call&filter[payload_states][0]=${state}&filter[is_personal_number]=false`
    const path = `/api/client/v1/${client}/payloads`
    const { items } = await visitor.read<{ items: Payload[] }>(`${path}?${filter}&limit=1`)
    const [recording] = items
    if (!recording) throw new Error(`the demonstration has no call that is ${state}`)
    await visitor.page.goto(`/dashboard/services/calls/${recording.payload_reference}`)
    await visitor.page.getByText(title, { exact: true }).waitFor()
    expect(await visitor.page.getByRole('button', { name: 'Play', exact: true }).count()).toBe(0)
    for (const action of ['play', 'download']) {
      const answer = await visitor.read(`${path}/${recording.payload_reference}/data?action=${action}`)
      expect(answer).toMatchObject({ s3_url: null })
    }
  })
})

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
})

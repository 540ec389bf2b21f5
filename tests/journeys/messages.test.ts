import { expect } from 'vitest'
import { equitiesHandset, mediaFile } from './demo-handset.ts'
import { journey } from './journey.ts'

const pictureFrom = async () => {
  const handset = await equitiesHandset('R58-MESSAGES')
  const picture = (await mediaFile('attachments/dragonfly.jpg')).toString('base64')
  const voice = (await mediaFile('attachments/voice-note.amr')).toString('base64')
  const attachments = [
    { name: 'invoice.pdf', media_type: 'application/pdf', content: picture },
    { content: voice },
    { name: 'data.png', media_type: 'image/png', content: Buffer.from([0, 1, 2, 3]).toString('base64') },
  ]
  const content = Buffer.from(JSON.stringify({ subject: 'Invoice', text: 'As agreed', attachments }))
  const message_parties = [{ phone_number: '+447700900123', name: 'Ben Low', role: 'from' }]
  const recording = handset.record(content, 'MMS', { direction: 'I', message_parties })
  await handset.deliver(recording)
  const { payload_reference } = recording.registration
  await expect.poll(() => handset.status(payload_reference), { timeout: 60_000 }).toBe('processed')
  return payload_reference
}

journey(
  'a message is read with its files, each shown by its real type and not by its name',
  async ({ visitor, newVisitor }) => {
    const { page } = visitor
    const reference = await pictureFrom()
    await visitor.signIn('meridian', 'amir.khan')
    await page.goto(`/dashboard/services/messages/${reference}`)
    await page.getByText('Unusual', { exact: true }).first().waitFor()
    await page.getByText('No length; No conversation; A file of another type than its sender claimed').waitFor()
    await page.getByText('Invoice\nAs agreed').waitFor()
    const picture = page.getByRole('img', { name: 'invoice.pdf' })
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await page.getByText('Its sender called it application/pdf').waitFor()
    await page.getByText('Its sender did not say what it is').waitFor()
    const sound = page.locator('audio')
    await sound.evaluate((audio: HTMLAudioElement) => void audio.play().catch(() => undefined))
    await expect
      .poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration), { timeout: 60_000 })
      .toBeGreaterThan(1)
    expect(await page.getByRole('button', { name: /^Download/ }).count()).toBe(0)

    await page.goto('/dashboard/services/messages?filter[is_unusual]=true')
    await page.getByRole('button', { name: /^Remove filter Unusual/ }).waitFor()
    await expect.poll(() => page.locator(`a[href$="${reference}"]`).count()).toBeGreaterThan(0)

    const officer = await newVisitor()
    await officer.signIn('meridian', 'ruth.castellan')
    await officer.page.goto(`/dashboard/services/messages/${reference}`)
    for (const [sent, saved] of [
      ['invoice.pdf', 'invoice.pdf.jpg'],
      ['data.png', 'data.png.bin'],
    ]) {
      const saving = officer.page.waitForEvent('download')
      const [download] = await Promise.all([
        saving,
        officer.page.getByRole('button', { name: `Download ${sent}` }).click(),
      ])
      expect(download.suggestedFilename()).toBe(saved)
    }
  },
)

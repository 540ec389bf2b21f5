import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, inject } from 'vitest'
import { equitiesHandset, type MediaSample, recordOnHandset } from './demo-handset.ts'
import { journey } from './journey.ts'

/** What a reviewer sees when the stored bytes of a recording were damaged after processing. */

const client = 'meridian'
const inTheHeader = 20
/** Past the first segment of 64 KiB: the server has begun its answer when it finds the damage. */
const inTheSecondSegment = 80_000

const objectOf = async (payload_reference: string): Promise<string> => {
  const folder = path.join(inject('productHome'), 'objects/recordings', client)
  const name = (await readdir(folder)).find((each) => each.startsWith(payload_reference))
  return path.join(folder, name ?? 'not there')
}

const flipBit = async (payload_reference: string, at: number): Promise<void> => {
  const file = await objectOf(payload_reference)
  const bytes = await readFile(file)
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  await writeFile(file, bytes)
}

/** Expects the damage in the place of the content, in the header, and in the chain of custody. */
const expectDamageShown = async (page: Page): Promise<void> => {
  await page.getByText('This recording is damaged', { exact: true }).waitFor()
  await page.getByText('The stored copy no longer matches what the device sent, or is missing.').waitFor()
  await page.getByRole('main').getByText('Damaged', { exact: true }).waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Found damaged or missing' }).first().waitFor()
  expect(await page.getByRole('button', { name: 'Pause', exact: true }).count()).toBe(0)
  expect(await page.getByRole('main').getByText('Ready', { exact: true }).count()).toBe(0)
}

const kinds: [name: string, sample: MediaSample, path: string, open: string, at: number | null][] = [
  [
    'a call',
    { file: 'calls/04-en-busy-line.amr', payload_type: 'Call', content_type: 'audio/amr' },
    'calls',
    'Play',
    inTheHeader,
  ],
  [
    'a missing photo',
    { file: 'photographs/01-london-bridge-cables.jpg', payload_type: 'Photo', content_type: 'image/jpeg' },
    'photos',
    'Show',
    null,
  ],
  [
    'a video',
    { file: 'videos/01-tree-in-the-wind.mp4', payload_type: 'Video', content_type: 'video/mp4' },
    'videos',
    'Show',
    inTheHeader,
  ],
  [
    'a photo that breaks off',
    { file: 'photographs/01-london-bridge-cables.jpg', payload_type: 'Photo', content_type: 'image/jpeg' },
    'photos',
    'Show',
    inTheSecondSegment,
  ],
]

describe('a damaged recording', () => {
  journey.for(kinds)('%s: the screen explains it', async ([, sample, folder, open, at], { visitor }) => {
    visitor.expectBrowserError(/410|ERR_/)
    await visitor.signIn(client, 'amir.khan')
    const { page } = visitor
    const payload_reference = await recordOnHandset(sample)
    await page.goto(`/dashboard/services/${folder}/${payload_reference}`)
    const button = page.getByRole('button', { name: open, exact: true })
    await button.waitFor()
    if (at === null) await rm(await objectOf(payload_reference))
    else await flipBit(payload_reference, at)
    await button.click()
    if (sample.payload_type === 'Video') {
      await page.locator('video').evaluate((video: HTMLVideoElement) => void video.play().catch(() => undefined))
    }
    await expectDamageShown(page)
  })

  journey('a message: the conversation explains it', async ({ visitor }) => {
    visitor.expectBrowserError(/410/)
    await visitor.signIn(client, 'amir.khan')
    const { page } = visitor
    const handset = await equitiesHandset('R58JOURNEYDAMG')
    // Long enough to be an object.
    const text = 'Hello '.repeat(3_000)
    const { registration, object } = handset.record(Buffer.from(JSON.stringify({ text })), 'SMS', {
      message_parties: [{ phone_number: '+447700900123' }],
      direction: 'I',
      length: text.length,
      thread_id: 'damaged',
      content_type: 'application/json',
    })
    const { payload_reference } = registration
    await handset.register(registration, object)
    await expect.poll(() => handset.status(payload_reference), { timeout: 60_000 }).toBe('processed')
    await flipBit(payload_reference, inTheHeader)
    await page.goto(`/dashboard/services/messages/${payload_reference}`)
    const message = page.locator('li[data-outbound][aria-current=true]')
    await message.getByText('This recording is damaged', { exact: true }).waitFor()
  })
})

journey('em português: a tela explica o que está danificado', async ({ newVisitor }) => {
  const visitor = await newVisitor({ locale: 'pt-BR' })
  visitor.expectBrowserError(/410/)
  await visitor.signIn(client, 'amir.khan')
  const { page } = visitor
  const payload_reference = await recordOnHandset({
    file: 'calls/04-en-busy-line.amr',
    payload_type: 'Call',
    content_type: 'audio/amr',
  })
  await page.goto(`/dashboard/services/calls/${payload_reference}`)
  const play = page.getByRole('button', { name: 'Reproduzir', exact: true })
  await play.waitFor()
  await flipBit(payload_reference, inTheHeader)
  await play.click()
  await page.getByText('Esta gravação está danificada', { exact: true }).waitFor()
})

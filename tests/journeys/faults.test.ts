import { createHash } from 'node:crypto'
import type { Payload, PayloadDataStatus } from '@holdfast/contract'
import { describe, expect } from 'vitest'
import { equitiesHandset, mediaFile } from './demo-handset.ts'
import { journey } from './journey.ts'
import { personalCall } from './recordings.ts'
import type { Visitor } from './visitor.ts'

const client = 'meridian'
const call = { direction: 'O', second_parties: [{ phone_number: '+447700900123' }], content_type: 'audio/amr' }
const pathOf = (payload_reference: string) => `/api/client/v1/${client}/payloads/${payload_reference}`

/** In two parts, so that no virus scanner reports this source file. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

const untilState = (visitor: Visitor, payload_reference: string, state: string): Promise<void> =>
  expect
    .poll(async () => (await visitor.read<Payload>(pathOf(payload_reference))).payload_state, { timeout: 60_000 })
    .toBe(state)

/** Expects the page of the recording to explain why it can't be played, and the server to give no playback address. */
const expectNothingToPlay = async (
  visitor: Visitor,
  payload_reference: string,
  why: string,
  status: PayloadDataStatus = 'NoS3Url',
): Promise<void> => {
  const { page } = visitor
  await page.goto(`/dashboard/services/calls/${payload_reference}`)
  await page.getByText(why, { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Play', exact: true }).count()).toBe(0)
  expect(await visitor.read(`${pathOf(payload_reference)}/data?action=play`)).toEqual({ status, s3_url: null })
}

describe('a handset uploads', () => {
  journey(
    'bytes that were changed after sealing: the recording becomes Failed, and the portal explains why',
    async ({ visitor }) => {
      await visitor.signIn(client, 'amir.khan')
      const handset = await equitiesHandset('R58JOURNEYFLIP')
      const content = await mediaFile('calls/04-en-busy-line.amr')
      const { registration, object } = handset.record(content, 'Call', call)
      const middle = object.length >> 1
      object.writeUInt8(object.readUInt8(middle) ^ 1, middle)
      const checksum = createHash('sha256').update(object).digest('hex')
      expect(await handset.register({ ...registration, checksum }, object)).toMatchObject({ result: 'uploaded' })
      await untilState(visitor, registration.payload_reference, 'Failed')
      await expectNothingToPlay(visitor, registration.payload_reference, 'This recording could not be opened')
    },
  )

  journey('sealed malware: the recording becomes Quarantined, and cannot be played', async ({ visitor }) => {
    await visitor.signIn(client, 'amir.khan')
    const handset = await equitiesHandset('R58JOURNEYMALW')
    const { registration, object } = handset.record(Buffer.from(eicar), 'Call', call)
    expect(await handset.register(registration, object)).toMatchObject({ result: 'uploaded' })
    await untilState(visitor, registration.payload_reference, 'Quarantined')
    await expectNothingToPlay(visitor, registration.payload_reference, 'This recording is in quarantine')
  })

  journey('sealed malware: somebody who may correct recordings has it scanned again', async ({ visitor }) => {
    await visitor.signIn(client, 'helen.ward')
    const { page } = visitor
    const handset = await equitiesHandset('R58JOURNEYSCAN')
    const { registration, object } = handset.record(Buffer.from(eicar), 'Call', call)
    await handset.register(registration, object)
    const { payload_reference } = registration
    await untilState(visitor, payload_reference, 'Quarantined')
    await page.goto(`/dashboard/services/calls/${payload_reference}`)
    await page.getByRole('button', { name: 'Scan again' }).click()
    await page.getByText('Asked for another scan').waitFor()
    await untilState(visitor, payload_reference, 'Quarantined')
    await page.getByText('This recording is in quarantine', { exact: true }).waitFor()
  })

  journey('a message with HTML: its text is shown as text', async ({ visitor }) => {
    await visitor.signIn(client, 'amir.khan')
    const { page } = visitor
    const handset = await equitiesHandset('R58JOURNEYHTML')
    const text = '<img src=x onerror="globalThis.wasHacked=1"><b>bold</b><script>globalThis.wasHacked=1</script>'
    const { registration, object } = handset.record(Buffer.from(JSON.stringify({ text })), 'SMS', {
      message_parties: [{ phone_number: '+447700900123', name: text, role: 'from' }],
      direction: 'I',
      length: text.length,
      thread_id: 'markup',
      content_type: 'application/json',
    })
    expect(await handset.register(registration, object)).toMatchObject({ result: 'uploaded' })
    await untilState(visitor, registration.payload_reference, 'Processed')
    await page.goto(`/dashboard/services/messages/${registration.payload_reference}`)
    const message = page.locator('li[data-outbound][aria-current=true]')
    await message.getByRole('paragraph').getByText(text, { exact: true }).waitFor()
    expect(await page.getByRole('main').locator('b, img, script').count()).toBe(0)
    expect(await page.evaluate(() => 'wasHacked' in globalThis)).toBe(false)
  })
})

journey('a call with a personal number is listed, and nobody can play it', async ({ visitor }) => {
  await visitor.signIn(client, 'ruth.castellan')
  const { payload_reference } = await personalCall(visitor, client)
  await expectNothingToPlay(visitor, payload_reference, 'This was with a personal number', 'Personal')
})

import { describe, expect } from 'vitest'
import type { DocumentHandset } from '../conformance/document-handset.ts'
import { equitiesHandset, mediaFile } from './demo-handset.ts'
import { journey } from './journey.ts'
import { follow } from './navigation.ts'

const client = 'meridian'
/** Of nobody in the demonstration. */
const doctor = '+447700900361'

/** Captures a call with the doctor, delivers it, and waits until it is processed. */
const callOn = async (handset: DocumentHandset): Promise<string> => {
  const content = await mediaFile('calls/04-en-busy-line.amr')
  const meta = { content_type: 'audio/amr', direction: 'O', second_parties: [{ phone_number: doctor }] }
  const { registration, object } = handset.record(content, 'Call', meta)
  const { payload_reference } = registration
  const outcome = await handset.register({ ...registration, numbers: [doctor] }, object)
  expect(outcome).toMatchObject({ result: 'uploaded' })
  await expect.poll(() => handset.status(payload_reference)).toBe('processed')
  return payload_reference
}

describe('personal numbers', () => {
  journey('are added after a preview, close what is recorded meanwhile, and are removed', async ({ newVisitor }) => {
    const [olivia, amir] = await Promise.all([newVisitor(), newVisitor()])
    await olivia.signIn(client, 'olivia.hart')
    await amir.signIn(client, 'amir.khan')
    const handset = await equitiesHandset('R58-PERSONAL')
    const person = handset.installed.device_user_reference
    const before = await callOn(handset)

    const { page } = olivia
    await page.goto('/dashboard')
    await follow(page, 'Personal numbers')
    await page.getByRole('heading', { level: 1, name: 'Personal numbers' }).waitFor()
    await page.getByRole('button', { name: 'Add numbers' }).click()
    const adding = page.getByRole('dialog', { name: 'Add numbers' })
    await adding.getByRole('combobox', { name: 'Person' }).fill(person)
    await page.getByRole('option', { name: person }).click()
    const numbers = adding.getByRole('textbox', { name: 'Numbers' })
    await numbers.fill('07700 900361')
    await adding.getByRole('textbox', { name: 'Reason' }).fill('Their doctor')
    await adding.getByText(/^Not a number with its country code.*: 07700 900361$/).waitFor()
    expect(await adding.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true)
    await numbers.fill('+44 (0)7700 900361')
    const preview = adding.getByRole('status').filter({ hasText: 'Recordings of the last 90 days' })
    await preview.getByText(/^1 recording, latest/).waitFor()
    await adding.getByRole('button', { name: 'Add 1 number' }).click()

    const table = page.getByRole('table', { name: 'Personal numbers' })
    const row = table.getByRole('row').filter({ hasText: doctor })
    await row.getByText('Personal', { exact: true }).waitFor()
    const during = await callOn(handset)
    await row.getByRole('button', { name: `Remove ${doctor}` }).click()
    const removing = page.getByRole('dialog', { name: `Remove ${doctor}?` })
    await removing.getByRole('textbox', { name: 'Reason' }).fill('They moved away')
    await removing.getByRole('button', { name: 'Remove', exact: true }).click()
    await row.getByText('Removed', { exact: true }).waitFor()
    const after = await callOn(handset)

    const call = (reference: string) => amir.page.goto(`/dashboard/services/calls/${reference}`)
    for (const open of [before, after]) {
      await call(open)
      await amir.page.getByRole('button', { name: 'Play', exact: true }).waitFor()
    }
    await call(during)
    await amir.page.getByText('This was with a personal number', { exact: true }).waitFor()
    expect(await amir.read(`/api/client/v1/${client}/payloads/${during}/data?action=play`)).toMatchObject({
      status: 'Personal',
    })

    await row.getByRole('button', { name: doctor, exact: true }).click()
    await page.getByRole('dialog', { name: doctor }).getByText('They moved away').waitFor()
    await page.keyboard.press('Escape')
    await page.goto(`/dashboard/devices/users/${encodeURIComponent(person)}`)
    await page.getByRole('heading', { name: 'Personal numbers' }).waitFor()
    await page.getByRole('link', { name: 'Include removed' }).click()
    await row.getByText('Removed', { exact: true }).waitFor()
    await page.goto(`/dashboard/account/audit?filter[subjects][0]=device_user:${encodeURIComponent(person)}`)
    const trail = page.getByRole('table', { name: 'Audit' })
    await trail.getByText('Added personal numbers').first().waitFor()
    await trail
      .getByRole('row')
      .filter({ hasText: 'Removed personal numbers' })
      .first()
      .getByRole('link')
      .first()
      .click()
    await page.getByText('They moved away').first().waitFor()
    await page.getByText(doctor).first().waitFor()
  })
})

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, inject } from 'vitest'
import { DocumentHandset } from '../conformance/document-handset.ts'
import { journey } from './journey.ts'

const client = 'meridian'
const reference = 'wanda.novak'

/** A handset of the person, as device management sets it up: with the account's enrolment secret. */
const theirHandset = async (device_reference: string): Promise<DocumentHandset> => {
  const file = await readFile(path.join(inject('productHome'), 'demo', 'fleet.json'), 'utf8')
  const { handsets } = JSON.parse(file) as { handsets: { client: string; enrolment_secret: string }[] }
  const known = handsets.find((handset) => handset.client === client)
  if (!known) throw new Error(`the fleet has no handset of ${client}`)
  return new DocumentHandset({
    origin: inject('productOrigin'),
    client,
    enrolment_secret: known.enrolment_secret,
    device_user_reference: reference,
    device_reference,
    installation_id: `installation of ${device_reference}`,
  })
}

describe('a device manager', () => {
  journey('onboards a person, changes, moves, offboards and brings them back', async ({ visitor, newVisitor }) => {
    // She hears the desk to which the person moves; the account knows her once she has signed in.
    const reviewer = await newVisitor()
    await reviewer.signIn(client, 'sofia.lind')
    const { page } = visitor
    await visitor.signIn(client, 'tom.baker')
    await page.goto('/dashboard/devices/users')
    await page.getByRole('link', { name: 'New person' }).click()
    await page.getByRole('button', { name: 'Create' }).click()
    expect(await page.getByRole('textbox', { name: 'Reference' }).getAttribute('aria-invalid')).toBe('true')
    for (const [field, value] of [
      ['Reference', reference],
      ['First name', 'Wanda'],
      ['Surname', 'Novak'],
      ['Email', 'wanda.novak@meridian.example'],
    ] as const) {
      await page.getByRole('textbox', { name: field }).fill(value)
    }
    await page.getByRole('combobox', { name: 'Group' }).fill('Equities London')
    await page.getByRole('combobox', { name: 'Services' }).click()
    await page.getByRole('option', { name: 'Calls', exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Create' }).click()

    await page.getByRole('heading', { level: 1, name: 'Wanda Novak' }).waitFor()
    await page.getByText('No device has been assigned to this person.').waitFor()
    await page.getByRole('button', { name: 'Add a device' }).click()
    await page.getByRole('textbox', { name: 'Serial number' }).fill('R58-OF-WANDA')
    await page.getByRole('dialog').getByRole('button', { name: 'Add a device' }).click()
    await page.getByRole('link', { name: 'R58-OF-WANDA Never seen' }).waitFor()
    const handset = await theirHandset('R58-OF-WANDA')
    await handset.begin()
    // The open screen learns of the device by itself.
    await page.getByRole('link', { name: /^Pixel 9/ }).waitFor()

    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.getByRole('textbox', { name: 'Surname' }).fill('Nowak')
    await page.getByRole('combobox', { name: 'Group' }).fill('Rates and FX')
    // Reviewers of the other group will hear what Wanda records, which the device manager could not give them.
    const impact = page.getByRole('status').filter({ hasText: 'access to new recordings' })
    await impact.getByText('Earlier recordings stay in the group they were made in.').waitFor()
    visitor.expectBrowserError(/status of 409/)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('This gives access that you could not grant').first().waitFor()
    await impact.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Wanda Nowak' }).waitFor()
    const device = await visitor.read<{ group: string; surname: string }>(
      `/api/admin/v1/${client}/devices/R58-OF-WANDA`,
    )
    expect(device).toMatchObject({ group: 'Rates and FX', surname: 'Nowak' })

    await page.getByRole('button', { name: 'Offboard', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Offboard Wanda Nowak?' })
    await dialog.getByText('1 device is told to record nothing more, and cannot authenticate again.').waitFor()
    await dialog.getByRole('button', { name: 'Offboard', exact: true }).click()
    await page.getByText('Offboarded', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Bring back', exact: true }).waitFor()
    await expect(handset.begin()).rejects.toThrow(/device\.unknown_user/)

    await page.reload()
    await page.getByRole('button', { name: 'Bring back', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Bring back Wanda Nowak?' })
    await question.getByRole('button', { name: 'Bring back', exact: true }).click()
    await page.getByRole('button', { name: 'Offboard', exact: true }).waitFor()
    await handset.begin()

    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Device users' }).click()
    await page.getByRole('heading', { level: 1, name: 'Device users' }).waitFor()
    await page.goto('/dashboard/devices/users?filter[search]=wanda')
    await page.getByRole('table', { name: 'Device users' }).getByRole('link', { name: 'Wanda Nowak' }).waitFor()
  })
})

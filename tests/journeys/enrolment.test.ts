import type { Page } from 'playwright-core'
import { describe, expect, inject } from 'vitest'
import { DocumentHandset, enrolWithCode } from '../conformance/document-handset.ts'
import { contentOf } from './downloads.ts'
import { journey } from './journey.ts'

const client = 'meridian'
const reference = 'ines.prado'
const address = `/dashboard/devices/users/${reference}`

const csv = (...lines: string[]) => ({
  name: 'people.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`),
})
const headers = 'Employee ID;First name;Last name;E-mail;Team;Services;Expected devices'
const ines = (group: string) => `${reference};Inês;Prado;ines.prado@meridian.example;${group};calls, sms;2`

/** Chooses a file and opens its preview. */
const previewFile = async (page: Page, file: ReturnType<typeof csv>): Promise<void> => {
  await page.goto('/dashboard/devices/users/import')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a file' }).click(),
  ])
  await chooser.setFiles(file)
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByRole('heading', { name: 'Preview of the import' }).waitFor()
}

describe('a device manager', () => {
  journey(
    'onboards people from a file, and enrols, moves, offboards and brings back one of them',
    async ({ visitor }) => {
      const { page } = visitor
      await visitor.signIn(client, 'tom.baker')
      await page.goto('/dashboard/devices/users')
      await page.getByRole('link', { name: 'Import from a file' }).click()
      const [template] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save a template' }).click(),
      ])
      expect((await contentOf(template)).toString()).toContain('device_user_reference,first_name,surname')

      await previewFile(
        page,
        csv(headers, ines('Equities London'), 'no;No;Body;nobody;Equities London;calls;1', `${ines('Nowhere')}`),
      )
      const table = page.getByRole('table', { name: 'Results' })
      await table.getByText('The same person is in row 2').waitFor()
      await table.getByText('Email: Must be a valid email address').waitFor()
      await page.getByRole('button', { name: 'Import 1 person' }).click()
      await page.getByText('1 person was imported. 2 rows were refused.').waitFor()
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save the results' }).click(),
      ])
      const results = (await contentOf(saved)).toString()
      expect(results).toContain(
        `2,${reference},Inês,Prado,ines.prado@meridian.example,Equities London,"calls, sms",2,New,`,
      )
      expect(results).toContain('Refused')

      await page.goto(address)
      await page.getByRole('heading', { level: 1, name: 'Inês Prado' }).waitFor()
      await page.getByRole('button', { name: 'Enrol a handset' }).click()
      await page.getByRole('button', { name: 'Make a code' }).click()
      const dialog = page.getByRole('dialog', { name: 'Enrol a handset' })
      const code = (await dialog.locator('output').textContent()) ?? ''
      await dialog.getByText('Waiting for the handset…').waitFor()
      const origin = inject('productOrigin')
      const own = { device_reference: 'R58-OF-INES', installation_id: 'installation of R58-OF-INES' }
      const typed = { origin, client, code: code.toLowerCase().replace('-', ' ') }
      const installed = await enrolWithCode(typed, own)
      expect(installed).toMatchObject({ origin, client, device_user_reference: reference })
      await dialog.getByText('The code was used.').waitFor()
      const handset = new DocumentHandset(installed)
      await handset.begin()
      await dialog.getByText('The handset is enrolled').waitFor()
      await dialog.getByRole('link', { name: 'R58-OF-INES' }).waitFor()
      await expect(enrolWithCode(typed, own)).rejects.toThrow(/401 one_time_code\.refused/)
      await dialog.getByText('QR code', { exact: true }).click()
      await dialog.getByRole('button', { name: 'Show the QR code' }).click()
      await dialog.getByRole('img', { name: /^QR code/ }).waitFor()
      await page.keyboard.press('Escape')

      await previewFile(page, csv(headers, ines('Rates and FX')))
      await table.getByText('Group: from Equities London to Rates and FX').waitFor()
      // Reviewers of the other group hear what she records from then on, which the device manager could not give them.
      const accept = page.getByRole('checkbox', { name: 'Move them, and give this access' })
      if ((await accept.count()) > 0) await accept.check()
      await page.getByRole('button', { name: 'Import 1 person' }).click()
      await page.getByText('1 person was imported. No row was refused.').waitFor()
      const device = await visitor.read<{ group: string }>(`/api/admin/v1/${client}/devices/R58-OF-INES`)
      expect(device.group).toBe('Rates and FX')

      await page.goto(address)
      await page.getByRole('button', { name: 'Offboard', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Offboard', exact: true }).click()
      await page.getByText('Offboarded', { exact: true }).first().waitFor()
      expect(await page.getByRole('button', { name: 'Enrol a handset' }).count()).toBe(0)
      await expect(handset.begin()).rejects.toThrow(/device\.unknown_user/)

      await previewFile(page, csv(headers, ines('Rates and FX')))
      await page.getByRole('button', { name: 'Import 1 person' }).click()
      await page.getByText('1 person was imported. No row was refused.').waitFor()
      await handset.begin()
      await page.goto(address)
      await page.getByRole('button', { name: 'Enrol a handset' }).waitFor()
    },
  )

  journey('sees and replaces the enrolment secret, and both secrets let handsets in', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'tom.baker')
    await page.goto('/dashboard/devices/enrolment')
    const secret = page.locator('dd').filter({ hasText: /^[A-Za-z0-9_-]{43}$/ })
    await page.getByRole('button', { name: 'Show the secret' }).click()
    const former = ((await secret.textContent()) ?? '').trim()
    await page.getByRole('button', { name: 'Replace the secret' }).click()
    const dialog = page.getByRole('dialog', { name: 'Replace the enrolment secret?' })
    await dialog.getByRole('textbox', { name: 'Days for which the former secret stays valid' }).fill('30')
    await dialog.getByRole('button', { name: 'Replace the secret' }).click()
    await page.getByRole('heading', { name: 'Former secret' }).waitFor()
    await page.getByRole('button', { name: 'Show the secret' }).click()
    const current = ((await secret.textContent()) ?? '').trim()
    expect(current).not.toBe(former)
    for (const [device_reference, enrolment_secret] of [
      ['R58-FORMER', former],
      ['R58-CURRENT', current],
    ] as const) {
      const handset = new DocumentHandset({
        origin: inject('productOrigin'),
        client,
        enrolment_secret,
        device_user_reference: 'tom.baker.phone',
        device_reference,
        installation_id: `installation of ${device_reference}`,
      })
      // Nobody of this name is onboarded: the secret was right, otherwise the answer would be verify.refused.
      await expect(handset.begin()).rejects.toThrow(/device\.unknown_user/)
    }
  })
})

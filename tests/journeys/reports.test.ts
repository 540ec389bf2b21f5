import type { NotificationSettings } from '@holdfast/contract'
import { describe, expect } from 'vitest'
import { choose } from './choose.ts'
import { journey } from './journey.ts'
import { follow } from './navigation.ts'
import { settled } from './screens.ts'

describe('scheduled reports', () => {
  journey('a view is sent by schedule, the report is switched off and deleted', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn('meridian', 'olivia.hart')
    // Journeys have a mail server.
    await page.route('**/notification_settings', async (route) => {
      const response = await route.fetch()
      const settings = (await response.json()) as NotificationSettings
      await route.fulfill({ response, json: { ...settings, email: { ...settings.email, state: 'not_set_up' } } })
    })
    await page.goto('/dashboard/reports')
    await page.getByText('No reports yet').waitFor()

    await page.goto('/dashboard/services/all?filter[period]=30d')
    await settled(page)
    await page.getByRole('button', { name: 'Save view' }).click()
    const saving = page.getByRole('dialog').filter({ has: page.getByRole('textbox', { name: 'Name' }) })
    await saving.getByRole('textbox', { name: 'Name' }).fill('Last month')
    await saving.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Saved view Last month' }).click()
    await page.getByRole('button', { name: 'Send by schedule…' }).click()

    const dialog = page.getByRole('dialog', { name: 'New report' })
    await dialog.getByRole('textbox', { name: 'Name' }).waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Last month')
    await expect.poll(() => dialog.getByRole('combobox', { name: 'Saved view' }).inputValue()).toBe('Last month')
    await dialog.getByText('Nothing is sent until a mail server is set up').waitFor()
    await dialog.getByRole('combobox', { name: 'Recipients' }).fill('ruth.castellan')
    await page.getByRole('option', { name: /ruth\.castellan/ }).click()
    await dialog.getByText(/shared with nobody, so Ruth Castellan does not get the report/).waitFor()
    await page.keyboard.press('Backspace')
    await dialog.getByText(/shared with nobody/).waitFor({ state: 'detached' })
    await choose(page, 'Sent', 'Every month')
    await choose(page, 'Day of the month', '31')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })

    await follow(page, 'Reports')
    const row = page.getByRole('row').filter({ hasText: 'Day 31 of each month, 08:00' })
    await row.getByText('Active').waitFor()
    await page.getByText('Nothing is sent until a mail server is set up for this installation.').waitFor()
    await row.getByText('Not sent yet').waitFor()
    await row.getByRole('button', { name: 'Actions for Last month' }).click()
    await page.getByRole('button', { name: 'Change report' }).click()
    const editing = page.getByRole('dialog', { name: 'Change report' })
    await editing.getByRole('switch', { name: 'Send it' }).press('Space')
    await editing.getByRole('button', { name: 'Save', exact: true }).click()
    await editing.waitFor({ state: 'detached' })
    await row.getByText('Off').waitFor()

    await page.reload()
    await row.getByRole('button', { name: 'Actions for Last month' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('dialog', { name: /^Delete / })
      .getByRole('button', { name: 'Delete' })
      .click()
    await page.getByText('No reports yet').waitFor()

    for (const [address, name] of [
      ['/dashboard/devices/completeness', 'Completeness'],
      ['/dashboard', 'Overview'],
    ] as const) {
      await page.goto(address)
      await page.getByRole('button', { name: 'Send by schedule…' }).click()
      expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(name)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
    }
  })
})

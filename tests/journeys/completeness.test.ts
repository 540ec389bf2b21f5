import { describe, expect } from 'vitest'
import { equitiesHandset } from './demo-handset.ts'
import { journey } from './journey.ts'
import { follow } from './navigation.ts'

const client = 'meridian'
const device = 'R58-LEAVES-OUT'
const parties = { direction: 'O', second_parties: [{ phone_number: '+447700900123' }] }

describe('completeness', () => {
  journey(
    'a recording that a handset leaves out is missed, explained, and arrives after all',
    async ({ newVisitor }) => {
      const ruth = await newVisitor()
      await ruth.signIn(client, 'ruth.castellan')
      const handset = await equitiesHandset(device)
      const [first, late, second] = [1, 2, 3].map(() => handset.report('AbortedCall', parties))
      if (!first || !late || !second) throw new Error('three reports')
      await handset.registerAll(first)
      await handset.registerAll(second)

      const { page } = ruth
      await page.goto('/dashboard')
      await follow(page, 'Completeness')
      await page.getByRole('heading', { level: 1, name: 'Completeness' }).waitFor()
      await page.getByText('people with fewer devices than expected').waitFor()
      const table = page.getByRole('table', { name: 'Completeness', exact: true })
      const row = table.getByRole('row').filter({ hasText: device })
      await row.getByText('Open', { exact: true }).waitFor()
      await row.getByRole('link').first().click()
      await page.getByRole('heading', { level: 1, name: '1 recording is missing' }).waitFor()
      await page.getByRole('button', { name: 'Explain', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Explain' })
      await dialog.getByRole('combobox', { name: 'Reason' }).click()
      await page.getByRole('option', { name: 'The device was off' }).click()
      await dialog.getByRole('textbox', { name: 'In your words' }).fill('She was on a plane')
      await dialog.getByRole('button', { name: 'Explain', exact: true }).click()
      await page.getByText('She was on a plane').waitFor()
      await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Completeness' }).click()
      await row.getByText('Explained', { exact: true }).waitFor()

      await row.getByRole('link').first().click()
      await page.getByRole('button', { name: 'Withdraw explanation' }).click()
      const withdrawing = page.getByRole('dialog', { name: 'Withdraw explanation' })
      await withdrawing.getByRole('textbox', { name: 'In your words' }).fill('She was not')
      await withdrawing.getByRole('button', { name: 'Withdraw explanation' }).click()
      await page.getByText('Open', { exact: true }).first().waitFor()

      const calendar = page.getByRole('table', { name: 'Arrived and missing recordings by day' })
      await calendar.getByRole('button', { name: /: 1 missing or lost$/ }).press('ArrowUp')
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
        .toMatch(/nothing recorded$/)
      await page.keyboard.press('ArrowDown')
      await page.getByRole('link', { name: 'Show the gap' }).click()
      await row.getByText('Open', { exact: true }).waitFor()

      await handset.registerAll(late)
      await page.goto(`/dashboard/devices/completeness?filter[device_references][0]=${device}`)
      await row.getByText('Arrived', { exact: true }).waitFor()
      await page.goto(`/dashboard/account/audit?filter[subjects][0]=device:${device}`)
      const trail = page.getByRole('table', { name: 'Audit' })
      await trail.getByText('Explained missing recordings').first().waitFor()
      await trail.getByText('Withdrew the explanation of missing recordings').first().waitFor()
    },
  )
})

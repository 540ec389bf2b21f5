import { expect } from 'vitest'
import { violations } from './axe.ts'
import { journey } from './journey.ts'
import { settled } from './screens.ts'

journey('the list of a field in a dialog is not cut off where the dialog ends', async ({ visitor }) => {
  const { page } = visitor
  await visitor.signIn('meridian', 'ruth.castellan')
  await page.goto('/dashboard/services/calls')
  await settled(page)
  await page.getByRole('table', { name: 'Calls' }).locator('tbody').getByRole('checkbox').first().click()
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Assign for review' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').click()
  const option = page.getByRole('option').last()
  await option.waitFor()
  expect(await dialog.getByRole('option').count()).toBe(0)
  expect(await violations(page)).toEqual([])
  const name = await option.textContent()
  await option.click()
  expect(await dialog.getByRole('combobox').inputValue()).toBe(name)
})

import type { Page } from 'playwright-core'

/** Chooses an option of a select that is found by its label. */
export const choose = async (page: Page, field: string, option: string): Promise<void> => {
  // A label ends in an asterisk where the field is needed.
  await page.getByRole('combobox', { name: new RegExp(`^${field}( \\*)?$`) }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

import type { Page } from 'playwright-core'

/** Chooses an option in the select with this label. */
export const choose = async (page: Page, field: string, option: string): Promise<void> => {
  // The label of a required field ends with an asterisk.
  await page.getByRole('combobox', { name: new RegExp(`^${field}( \\*)?$`) }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

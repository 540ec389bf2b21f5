import type { Page } from 'playwright-core'

/** Opens the rules beside the matrix of a new role, and adds one. */
export const addRule = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Rules with patterns/ }).click()
  await page.getByRole('button', { name: 'Add a permission', exact: true }).click()
}

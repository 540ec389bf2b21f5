import type { Locator, Page } from 'playwright-core'

/** Chooses an option of a select that is found by its label. */
export const choose = async (within: Page | Locator, field: string, option: string): Promise<void> => {
  const input = within.getByLabel(field, { exact: true }).locator('visible=true').first()
  await input.click()
  const page = 'page' in within ? within.page() : within
  await page.getByRole('option', { name: option, exact: true }).click()
}

import type { Locator, Page } from 'playwright-core'

export const navigation = (page: Page): Locator => page.getByRole('navigation', { name: 'Main navigation' })

/** The entry of the navigation with this name, whose section is opened if it is folded. */
export const entryOf = async (page: Page, name: string | RegExp): Promise<Locator> => {
  const entry = navigation(page).getByRole('link', { name, exact: true, includeHidden: true })
  await entry.waitFor({ state: 'attached' })
  if (!(await entry.isVisible())) {
    const list = await entry.evaluate((link) => link.closest('ul[id]')?.id)
    await navigation(page).locator(`button[aria-controls="${list}"]`).click()
  }
  return entry
}

/** Opens a screen by the navigation. */
export const follow = async (page: Page, name: string): Promise<void> => (await entryOf(page, name)).click()

/** Opens a screen of the settings by the navigation and the list of settings. */
export const followSetting = async (page: Page, name: string, area = 'Settings'): Promise<void> => {
  await follow(page, area)
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click()
}

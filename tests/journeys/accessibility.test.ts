import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from './journey.ts'
import { openScreens, type Screen, settled } from './screens.ts'

const desk = { width: 1440, height: 900 }
const phone = { width: 360, height: 740 }

/** What axe finds. Its preload would copy the player's own styles to where the page's style policy refuses them. */
const violations = async (page: Page, rules?: string[]): Promise<string[]> => {
  const axe = new AxeBuilder({ page }).options({ preload: false })
  const found = await (rules ? axe.withRules(rules) : axe).analyze()
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
}

journey(
  'every screen is without a fault that axe finds, light and dark, and none scrolls sideways on a phone',
  { timeout: 600_000 },
  async ({ arrive }) => {
    const found: string[] = []
    const check = async ({ page, address }: Screen): Promise<void> => {
      const note = (where: string) => (problem: string) => found.push(`${address}, ${where}: ${problem}`)
      const inLight = await violations(page)
      inLight.forEach(note('light'))
      await page.emulateMedia({ colorScheme: 'dark' })
      await settled(page)
      const inDark = await violations(page, ['color-contrast'])
      inDark.forEach(note('dark'))
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize(phone)
      await settled(page)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > phone.width) note('phone')(`${width} pixels wide`)
      await page.setViewportSize(desk)
    }
    await openScreens(await arrive({ colorScheme: 'light', viewport: desk }), check)
    expect(found).toEqual([])
  },
)

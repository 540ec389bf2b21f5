import { expect } from 'vitest'
import { violations } from './axe.ts'
import { journey } from './journey.ts'
import { layoutShift, slowDown, watchShifts } from './layout-shift.ts'
import { openScreens, type Screen, settled } from './screens.ts'

const desk = { width: 1440, height: 900 }
const phone = { width: 360, height: 740 }
const mostShift = 0.1

journey(
  'every screen is without a fault that axe finds, light and dark; none moves while it loads or scrolls sideways on a phone',
  { timeout: 1_200_000 },
  async ({ arrive }) => {
    const found: string[] = []
    const check = async ({ page, address, isReloadable }: Screen): Promise<void> => {
      const note = (where: string) => (problem: string) => found.push(`${address}, ${where}: ${problem}`)
      const measureShift = async (where: string) => {
        const { shift, moved } = await layoutShift(page)
        if (shift > mostShift) note(where)(`layout shift of ${shift.toFixed(3)} by ${moved}`)
      }
      // The recordings' own screens and what is opened in them: see docs/where-things-stand.md.
      if (isReloadable) await measureShift('desk')
      const inLight = await violations(page)
      inLight.forEach(note('light'))
      await page.emulateMedia({ colorScheme: 'dark' })
      await settled(page)
      const inDark = await violations(page, ['color-contrast'])
      inDark.forEach(note('dark'))
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize(phone)
      if (isReloadable) {
        await page.reload()
        await settled(page)
        await measureShift('phone')
      }
      await settled(page)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > phone.width) note('phone')(`${width} pixels wide`)
      await page.setViewportSize(desk)
    }
    const visitor = await arrive({ colorScheme: 'light', viewport: desk })
    await watchShifts(visitor.page)
    await slowDown(visitor.page)
    await openScreens(visitor, check)
    expect(found.join('\n')).toBe('')
  },
)

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violations } from './axe.ts'
import { journey } from './journey.ts'
import { layoutShift, slowDown, watchShifts } from './layout-shift.ts'
import { everyScreen, load, type Screen, settled } from './screens.ts'

const desktop = { width: 1440, height: 900 }
const phone = { width: 360, height: 740 }
const maxShift = 0.1

journey(
  'axe finds no fault on any screen, light or dark; no screen shifts while it loads or opens a recording, or scrolls sideways on a phone',
  { timeout: 1_200_000 },
  async ({ newVisitor }) => {
    const found: string[] = []
    const visitor = await newVisitor({ colorScheme: 'light', viewport: desktop })
    const desktopTab = visitor.page
    const phoneTab = await visitor.openTab()
    await phoneTab.setViewportSize(phone)
    for (const page of [desktopTab, phoneTab]) {
      await watchShifts(page)
      await slowDown(page)
    }
    const measure = async (page: Page, where: string) => {
      const { shift, moved } = await layoutShift(page)
      if (shift > maxShift) found.push(`${where}: layout shift of ${shift.toFixed(3)} by ${moved}`)
    }
    const checkViolations = async (where: string) => {
      const recordProblem = (problem: string) => found.push(`${where}: ${problem}`)
      for (const problem of await violations(desktopTab)) recordProblem(problem)
      await desktopTab.emulateMedia({ colorScheme: 'dark' })
      await settled(desktopTab)
      for (const problem of await violations(desktopTab, ['color-contrast'])) recordProblem(`dark: ${problem}`)
      await desktopTab.emulateMedia({ colorScheme: 'light' })
    }
    const checkDesktop = async ({ address, open }: Screen) => {
      await load(desktopTab, address)
      await measure(desktopTab, `${address}, desktop`)
      await checkViolations(address)
      if (!open) return
      await open(desktopTab)
      await settled(desktopTab)
      await measure(desktopTab, `${address}, desktop, opened`)
      await checkViolations(`${address}, opened`)
    }
    const checkPhone = async ({ address, open }: Screen) => {
      await load(phoneTab, address)
      await open?.(phoneTab)
      await settled(phoneTab)
      await measure(phoneTab, `${address}, phone`)
      const width = await phoneTab.evaluate(() => document.documentElement.scrollWidth)
      if (width > phone.width) found.push(`${address}, phone: ${width} pixels wide`)
    }
    // Uses two tabs: while one waits for the server, the other is checked.
    await everyScreen(visitor, async (screen) => {
      await Promise.all([checkDesktop(screen), checkPhone(screen)])
    })
    expect(found.join('\n')).toBe('')
  },
)

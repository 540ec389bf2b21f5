import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violations } from './axe.ts'
import { journey } from './journey.ts'
import { layoutShift, slowDown, watchShifts } from './layout-shift.ts'
import { everyScreen, load, type Screen, settled } from './screens.ts'

const desk = { width: 1440, height: 900 }
const phone = { width: 360, height: 740 }
const mostShift = 0.1

journey(
  'axe finds no fault on any screen, light or dark; no screen shifts while it loads or opens a recording, or scrolls sideways on a phone',
  { timeout: 1_200_000 },
  async ({ arrive }) => {
    const found: string[] = []
    const visitor = await arrive({ colorScheme: 'light', viewport: desk })
    const onDesk = visitor.page
    const onPhone = await visitor.openTab()
    await onPhone.setViewportSize(phone)
    for (const page of [onDesk, onPhone]) {
      await watchShifts(page)
      await slowDown(page)
    }
    const measure = async (page: Page, where: string) => {
      const { shift, moved } = await layoutShift(page)
      if (shift > mostShift) found.push(`${where}: layout shift of ${shift.toFixed(3)} by ${moved}`)
    }
    const look = async (where: string) => {
      const note = (problem: string) => found.push(`${where}: ${problem}`)
      for (const problem of await violations(onDesk)) note(problem)
      await onDesk.emulateMedia({ colorScheme: 'dark' })
      await settled(onDesk)
      for (const problem of await violations(onDesk, ['color-contrast'])) note(`dark: ${problem}`)
      await onDesk.emulateMedia({ colorScheme: 'light' })
    }
    const checkDesk = async ({ address, open }: Screen) => {
      await load(onDesk, address)
      await measure(onDesk, `${address}, desk`)
      await look(address)
      if (!open) return
      await open(onDesk)
      await settled(onDesk)
      await measure(onDesk, `${address}, desk, opened`)
      await look(`${address}, opened`)
    }
    const checkPhone = async ({ address, open }: Screen) => {
      await load(onPhone, address)
      await open?.(onPhone)
      await settled(onPhone)
      await measure(onPhone, `${address}, phone`)
      const width = await onPhone.evaluate(() => document.documentElement.scrollWidth)
      if (width > phone.width) found.push(`${address}, phone: ${width} pixels wide`)
    }
    // Uses two tabs: while one waits for the server, the other is checked.
    await everyScreen(visitor, async (screen) => {
      await Promise.all([checkDesk(screen), checkPhone(screen)])
    })
    expect(found.join('\n')).toBe('')
  },
)

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violations } from './axe.ts'
import { layoutShift, slowDown, watchShifts } from './layout-shift.ts'
import { type ChooseLooks, type Look, phone } from './looks.ts'
import { everyScreen, load, type Screen, settled } from './screens.ts'
import type { Visitor } from './visitor.ts'

const maxShift = 0.1

/**
 * Checks every screen in the chosen looks: axe finds no fault, and the screen does not shift while it loads or opens a
 * recording, nor scroll sideways on a phone.
 */
export const checkEveryScreen = async (visitor: Visitor, chooseLooks: ChooseLooks): Promise<void> => {
  const { page } = visitor
  await watchShifts(page)
  await slowDown(page)
  const found: string[] = []
  let index = 0
  await everyScreen(visitor, async (screen) => {
    for (const look of chooseLooks(index)) {
      const problems = await problemsOf(page, screen, look)
      found.push(...problems.map((problem) => `${screen.address}, ${look.name}${problem}`))
    }
    index += 1
  })
  expect(found.join('\n')).toBe('')
}

const problemsOf = async (page: Page, { address, open }: Screen, look: Look): Promise<string[]> => {
  await page.setViewportSize(look.viewport)
  await page.emulateMedia({ colorScheme: look.colorScheme })
  await load(page, address)
  const found = (await problemsShown(page, look)).map((problem) => `: ${problem}`)
  if (open) {
    await open(page)
    await settled(page)
    found.push(...(await problemsShown(page, look)).map((problem) => `, opened: ${problem}`))
  }
  return found
}

const problemsShown = async (page: Page, { viewport }: Look): Promise<string[]> => {
  const { shift, moved } = await layoutShift(page)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  return [
    ...(shift > maxShift ? [`layout shift of ${shift.toFixed(3)} by ${moved}`] : []),
    ...(viewport === phone && width > phone.width ? [`${width} pixels wide`] : []),
    ...(await violations(page)),
  ]
}

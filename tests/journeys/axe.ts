import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** A dialog that still fades in has less contrast than it will have. */
const untilShown = async (page: Page): Promise<void> => {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.waitForFunction(() =>
    document.getAnimations().every((one) => !(one instanceof CSSTransition) || one.playState !== 'running'),
  )
}

/**
 * The problems that axe finds. axe is added to a document once, however often it runs there. Its `preload` option would
 * copy the player's styles to places that the content security policy forbids.
 */
export const violations = async (page: Page, rules?: string[]): Promise<string[]> => {
  await untilShown(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(
    async (options) => {
      const { axe: inPage } = globalThis as typeof globalThis & { axe: typeof axe }
      const found = await inPage.run(options)
      return found.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
      )
    },
    { preload: false, resultTypes: ['violations'], ...(rules && { runOnly: rules }) } satisfies axe.RunOptions,
  )
}

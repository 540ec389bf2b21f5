import axe from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * What axe finds. It is put into a document once, however often it looks there. Its preload would copy the player's own styles
 * to where the page's style policy refuses them.
 */
export const violations = async (page: Page, rules?: string[]): Promise<string[]> => {
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

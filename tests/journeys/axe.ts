import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/**
 * What axe finds. Its preload would copy the player's own styles to where the page's style policy refuses them. 'Legacy'
 * is its name for running in the page alone: nothing is in frames, so it needs no second page for each run.
 */
export const violations = async (page: Page, rules?: string[]): Promise<string[]> => {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ preload: false, resultTypes: ['violations'] })
  const found = await (rules ? axe.withRules(rules) : axe).analyze()
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
}

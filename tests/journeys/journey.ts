import { type BrowserContextOptions, chromium } from 'playwright-core'
import { test as base, inject } from 'vitest'
import { stepDelayMs } from '../setup/browser.ts'
import { Visitor } from './visitor.ts'

type VisitorOptions = BrowserContextOptions & {
  /** Origin of another product than the one that all journeys share. */
  origin?: string
}

/** A journey gets a `visitor`, who is a person with a browser; `newVisitor` adds further ones. */
export const journey = base.extend<{
  newVisitor: (options?: VisitorOptions) => Promise<Visitor>
  visitor: Visitor
}>({
  newVisitor: async ({ task }, use) => {
    const browser = await chromium.connect(inject('browserAddress'), { slowMo: stepDelayMs })
    const visitors: Visitor[] = []
    await use(async ({ origin = inject('productOrigin'), ...options } = {}) => {
      const visitor = await Visitor.open(browser, origin, options)
      visitors.push(visitor)
      return visitor
    })
    try {
      const problems: string[] = []
      for (const visitor of visitors) {
        if (task.result?.state === 'fail') problems.push(`At the end: ${await visitor.describePage().catch(String)}`)
        problems.push(...(await visitor.close()).map((problem) => `Meanwhile: ${problem}`))
      }
      // Thrown as an error, because only an error's message is printed in full.
      if (problems.length > 0) throw new Error(`In the browser:\n${problems.join('\n')}`)
    } finally {
      await browser.close()
    }
  },
  visitor: async ({ newVisitor }, use) => use(await newVisitor()),
})

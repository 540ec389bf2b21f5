import { type BrowserContextOptions, chromium } from 'playwright-core'
import { test as base, inject } from 'vitest'
import { stepDelayMs } from '../setup/browser.ts'
import { Visitor } from './visitor.ts'

type Arrival = BrowserContextOptions & {
  /** Of another product than the one that all journeys share. */
  origin?: string
}

/** A journey: `visitor` is a person with a browser, `arrive` brings further ones. */
export const journey = base.extend<{
  arrive: (options?: Arrival) => Promise<Visitor>
  visitor: Visitor
}>({
  arrive: async ({ task }, use) => {
    const browser = await chromium.connect(inject('browserAddress'), { slowMo: stepDelayMs })
    const visitors: Visitor[] = []
    await use(async ({ origin = inject('productOrigin'), ...options } = {}) => {
      const visitor = await Visitor.arrive(browser, origin, options)
      visitors.push(visitor)
      return visitor
    })
    try {
      const seen: string[] = []
      for (const visitor of visitors) {
        if (task.result?.state === 'fail') seen.push(`At the end: ${await visitor.sees().catch(String)}`)
        seen.push(...(await visitor.leave()).map((problem) => `Meanwhile: ${problem}`))
      }
      // Thrown, as only an error's message is shown whole.
      if (seen.length > 0) throw new Error(`In the browser:\n${seen.join('\n')}`)
    } finally {
      await browser.close()
    }
  },
  visitor: async ({ arrive }, use) => use(await arrive()),
})

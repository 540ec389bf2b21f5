import { type BrowserContextOptions, chromium } from 'playwright-core'
import { test as base, inject } from 'vitest'
import { Visitor } from './visitor.ts'

/** A journey: `visitor` is a person with a browser, `arrive` brings further ones. */
export const journey = base.extend<{
  arrive: (options?: BrowserContextOptions) => Promise<Visitor>
  visitor: Visitor
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixtures that one needs from the pattern
  arrive: async ({}, use) => {
    const browser = await chromium.connect(inject('browserAddress'))
    const visitors: Visitor[] = []
    await use(async (options) => {
      const visitor = await Visitor.arrive(browser, inject('productOrigin'), options)
      visitors.push(visitor)
      return visitor
    })
    try {
      for (const visitor of visitors) await visitor.leave()
    } finally {
      await browser.close()
    }
  },
  visitor: async ({ arrive }, use) => use(await arrive()),
})

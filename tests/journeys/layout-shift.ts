import type { Page } from 'playwright-core'

/** A layout shift entry of a PerformanceObserver, which TypeScript's library does not declare. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { node: Node | null }[]
}

interface Shift {
  time: number
  value: number
  moved: string[]
}

declare global {
  var holdfastShifts: Shift[]
}

/** Records every layout shift of each page from its beginning, with the elements that moved. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    globalThis.holdfastShifts = []
    const nameOf = ({ node }: { node: Node | null }) =>
      node instanceof Element ? `${node.tagName}.${node.className}` : 'text'
    new PerformanceObserver((list) => {
      for (const { startTime: time, value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        if (!hadRecentInput) globalThis.holdfastShifts.push({ time, value, moved: sources.map(nameOf) })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Delays answers as a network would, so that every skeleton is drawn before its content. */
export const slowDown = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const emulated = { offline: false, latency: 60, downloadThroughput: -1, uploadThroughput: -1 }
  await session.send('Network.emulateNetworkConditions', emulated)
}

/**
 * The cumulative layout shift by its definition: the largest sum of shifts that are at most 1 s apart and span at most
 * 5 s.
 */
export const layoutShift = (page: Page): Promise<{ shift: number; moved: string }> =>
  page.evaluate(() => {
    let [run, worst, first, last] = [0, 0, 0, -Infinity]
    for (const { time, value } of globalThis.holdfastShifts) {
      if (time - last > 1000 || time - first > 5000) [run, first] = [0, time]
      run += value
      last = time
      worst = Math.max(worst, run)
    }
    const moved = [...new Set(globalThis.holdfastShifts.flatMap((shift) => shift.moved))].join(' | ')
    return { shift: worst, moved }
  })

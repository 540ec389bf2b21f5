import { AxeBuilder } from '@axe-core/playwright'
import { describe, expect } from 'vitest'
import { journey } from './journey.ts'
import { openScreens, type Screen } from './screens.ts'

const modes = ['light', 'dark'] as const

describe.for(modes)('in %s mode', (colorScheme) => {
  journey('axe finds nothing on any screen', { timeout: 600_000 }, async ({ arrive }) => {
    const found: string[] = []
    const check = async ({ page, address }: Screen): Promise<void> => {
      const { violations } = await new AxeBuilder({ page }).analyze()
      for (const { id, nodes } of violations) {
        found.push(`${address} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
      }
    }
    await openScreens(await arrive({ colorScheme, viewport: { width: 1440, height: 900 } }), check)
    expect(found).toEqual([])
  })
})

describe('on a phone of 360 pixels', () => {
  journey('no screen scrolls sideways', { timeout: 600_000 }, async ({ arrive }) => {
    const wide: string[] = []
    const check = async ({ page, address }: Screen): Promise<void> => {
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > 360) wide.push(`${address}: ${width}`)
    }
    await openScreens(await arrive({ viewport: { width: 360, height: 740 } }), check)
    expect(wide).toEqual([])
  })
})

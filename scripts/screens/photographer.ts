import type { Browser, Page } from 'playwright-core'
import { settled } from '../../tests/journeys/screens.ts'
import { Visitor } from '../../tests/journeys/visitor.ts'
import type { ScreenToPhotograph } from './choose-screens.ts'

const locales = ['en-GB', 'pt-BR'] as const
const colourModes = ['light', 'dark'] as const
/** Whatever is further down repeats: rows of lists, mostly. */
const widths = [
  { width: 1440, height: 900, maxHeight: 1600 },
  { width: 360, height: 740, maxHeight: 1200 },
] as const

export interface Picture {
  locale: (typeof locales)[number]
  colourMode: (typeof colourModes)[number]
  width: number
  png: Buffer
}

/** Opens screens of one product, and keeps a person signed in as long as the screens are theirs. */
export class Photographer {
  readonly #browser: Browser
  readonly #origin: string
  #signedIn = ''
  #visitors: Visitor[] = []

  constructor(browser: Browser, origin: string) {
    this.#browser = browser
    this.#origin = origin
  }

  /** The eight pictures of a screen. @param open what to click first */
  async photograph(screen: ScreenToPhotograph, open: string | undefined): Promise<Picture[]> {
    await this.#signIn(screen.signIn)
    const pictures: Picture[] = []
    for (const [index, visitor] of this.#visitors.entries()) {
      const locale = locales[index]
      if (locale)
        pictures.push(...(await photographAs(visitor, { locale, address: await screen.address(visitor), open })))
    }
    return pictures
  }

  /** Opens a browser for each language. */
  async #signIn(who: ScreenToPhotograph['signIn']): Promise<void> {
    const wanted = who ? `${who.client}/${who.person}` : 'nobody'
    if (this.#signedIn === wanted) return
    for (const visitor of this.#visitors) await visitor.close()
    this.#visitors = []
    for (const locale of locales) {
      const visitor = await Visitor.open(this.#browser, this.#origin, { locale })
      if (who) await visitor.signIn(who.client, who.person)
      this.#visitors.push(visitor)
    }
    this.#signedIn = wanted
  }
}

const photographAs = async (
  { page }: Visitor,
  { locale, address, open }: { locale: Picture['locale']; address: string; open: string | undefined },
): Promise<Picture[]> => {
  const pictures: Picture[] = []
  for (const { width, height, maxHeight } of widths) {
    for (const colourMode of colourModes) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme: colourMode })
      await page.goto(address)
      await settled(page)
      if (open !== undefined) await page.locator(open).first().click()
      await showAll(page, width, maxHeight)
      pictures.push({ locale, colourMode, width, png: await page.screenshot() })
    }
  }
  return pictures
}

/** Makes the window as high as the page, because maps and rows of lists are drawn when they come into view. */
const showAll = async (page: Page, width: number, maxHeight: number): Promise<void> => {
  await settled(page)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.min(height, maxHeight) })
  await settled(page)
  // Waveforms, and maps that are looked at.
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.maplibregl-map')].every((map) => map.hasAttribute('data-drawn')),
  )
}

/** Width of the screen and mode in which somebody sees a screen of the portal. */
export interface Look {
  name: string
  viewport: { width: number; height: number }
  colorScheme: 'light' | 'dark'
}

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 360, height: 740 }

const looks: readonly Look[] = [
  { name: 'desktop, light', viewport: desktop, colorScheme: 'light' },
  { name: 'phone, dark', viewport: phone, colorScheme: 'dark' },
  { name: 'desktop, dark', viewport: desktop, colorScheme: 'dark' },
  { name: 'phone, light', viewport: phone, colorScheme: 'light' },
]

/**
 * The looks in which one of many screens is checked. `npm test` takes `oneLook`, so that the screens together have every
 * look; `npm run soak` takes `otherLooks`.
 * @param width the only width that the screen has; undefined if it has all
 */
export type ChooseLooks = (index: number, width?: number) => readonly Look[]

export const oneLook: ChooseLooks = (index, width) => {
  const possible = looksAt(width)
  return possible.filter((_, number) => number === index % possible.length)
}

export const otherLooks: ChooseLooks = (index, width) => {
  const possible = looksAt(width)
  return possible.filter((_, number) => number !== index % possible.length)
}

const looksAt = (width?: number) => looks.filter(({ viewport }) => width === undefined || viewport.width === width)

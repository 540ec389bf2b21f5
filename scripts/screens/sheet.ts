import path from 'node:path'
import type { Browser } from 'playwright-core'
import type { Picture } from './photographer.ts'

const sheetWidth = 2400
/** Pictures of a desktop are as wide as two columns leave beside those of a phone, which are nearly of their own size. */
const shownWidths: Record<number, number> = { 1440: 830, 360: 330 }

/** Lays the pictures of a screen on one sheet, a row for each language. @returns the path of the file */
export const writeSheet = async (
  browser: Browser,
  folder: string,
  { name, pictures }: { name: string; pictures: readonly Picture[] },
): Promise<string> => {
  const file = path.join(folder, `${name}.png`)
  const page = await browser.newPage({ viewport: { width: sheetWidth, height: 800 } })
  try {
    await page.setContent(html(pictures))
    await page.screenshot({ path: file, fullPage: true })
  } finally {
    await page.close()
  }
  return file
}

const html = (pictures: readonly Picture[]): string => {
  const rows = [...Map.groupBy(pictures, ({ locale }) => locale).values()]
  return `<style>
    body { margin: 12px; background: #888; font: 16px sans-serif; }
    div { display: flex; gap: 12px; align-items: start; margin-block-end: 12px; }
    figure { margin: 0; } img { display: block; }
  </style>${rows.map((row) => `<div>${row.map(figure).join('')}</div>`).join('')}`
}

const figure = ({ locale, colourMode, width, png }: Picture): string =>
  `<figure><figcaption>${locale}, ${colourMode}, ${width} px</figcaption><img width="${shownWidths[width]}" src="data:image/png;base64,${png.toString('base64')}"></figure>`

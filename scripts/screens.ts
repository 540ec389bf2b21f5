import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { startBrowser } from '../tests/setup/browser.ts'
import { startFilledProduct } from '../tests/setup/filled-product.ts'
import { runProduct } from '../tests/setup/run-product.ts'
import { buildPortal } from './portal-build.mjs'
import { fail, inProject } from './project.mjs'
import { chooseScreens, detailNames } from './screens/choose-screens.ts'
import { Photographer } from './screens/photographer.ts'
import { writeSheet } from './screens/sheet.ts'
import { buildServer } from './server-build.mjs'

const usage = `Usage: npm run screens -- [options] [screen …]
Photographs screens in both languages, both colour modes and both widths, and lays the eight pictures of each on one sheet in
.artifacts/screens. A screen is an address (/dashboard/devices) or one of ${detailNames.join(', ')}; none means all.
  --as person           who opens them (olivia.hart, or admin/nadia.osei for another account than meridian)
  --open selector       clicks this first, such as "text=/Add|Adicionar/" (a selector of Playwright)
  --home folder         starts the product on this home instead of a copy of the filled demonstration
  --origin address      uses a running product instead`

const options = {
  as: { type: 'string' },
  open: { type: 'string' },
  home: { type: 'string' },
  origin: { type: 'string' },
} as const
const folder = inProject('.artifacts/screens')

const { values, positionals } = readArguments()
const product = await openProduct()
const browserServer = await startBrowser()
try {
  mkdirSync(folder, { recursive: true })
  const browser = await chromium.connect(browserServer.address)
  const photographer = new Photographer(browser, product.origin)
  for (const screen of chooseScreens(positionals, values.as)) {
    const pictures = await photographer.photograph(screen, values.open)
    console.log(await writeSheet(browser, folder, { name: screen.name, pictures }))
  }
  await browser.close()
} finally {
  await browserServer.close()
  await product.stop()
}

function readArguments() {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : error}\n${usage}`)
  }
}

async function openProduct(): Promise<{ origin: string; stop: () => Promise<unknown> }> {
  if (values.origin) return { origin: values.origin, stop: async () => {} }
  buildPortal(process.execPath)
  buildServer(process.execPath)
  if (values.home) return runProduct(values.home, { HOLDFAST_SIMULATED_HANDSETS: 'false' })
  const { origin, remove } = await startFilledProduct()
  return { origin, stop: remove }
}

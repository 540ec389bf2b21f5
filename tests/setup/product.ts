import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startBrowser } from './browser.ts'
import { runProduct } from './run-product.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the product that these journeys use. */
    productOrigin: string
    /** The product's folder. It also holds the secrets of the simulated handsets. */
    productHome: string
    /** Address of the one Chromium for all journeys. */
    browserAddress: string
  }
}

/** E-mail can be chosen, but nothing takes it: no journey sends any. */
const mailServer = { SMTP_URL: 'smtp://127.0.0.1:9', HOLDFAST_MAIL_FROM: 'holdfast@example.com' }

/**
 * Starts the whole product with its demonstration in a folder of its own, and one browser, for all journeys of a run.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = mkdtempSync(path.join(tmpdir(), 'holdfast-journeys-'))
  chmodSync(home, 0o711) // PostgreSQL may run as another user, which has to reach its folder
  const [product, browser] = await Promise.all([runProduct(home, mailServer), startBrowser()])
  project.provide('productOrigin', product.origin)
  project.provide('productHome', home)
  project.provide('browserAddress', browser.address)
  return async () => {
    await browser.close()
    await product.stop()
    printFailures(home)
    rmSync(home, { recursive: true, force: true })
  }
}

/** Prints errors that the server logged as its own faults: a journey sees only that something failed. */
function printFailures(home: string): void {
  const isError = (line: string) => line.includes('"level":50') || line.includes('"level":60')
  for (const part of ['api', 'worker']) {
    const lines = readFileSync(path.join(home, 'log', `${part}.log`), 'utf8').split('\n')
    for (const line of lines.filter(isError).slice(0, 20)) process.stderr.write(`${part}: ${line}\n`)
  }
}

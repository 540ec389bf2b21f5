import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startBrowser } from './browser.ts'
import { startFilledProduct } from './filled-product.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the product that these journeys use. */
    productOrigin: string
    /** The product's folder. It also holds the secrets with which handsets enrol. */
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
  const [product, browser] = await Promise.all([startFilledProduct(mailServer), startBrowser()])
  project.provide('productOrigin', product.origin)
  project.provide('productHome', product.home)
  project.provide('browserAddress', browser.address)
  return async () => {
    await browser.close()
    await product.stop()
    printFailures(product.home)
    await product.remove()
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

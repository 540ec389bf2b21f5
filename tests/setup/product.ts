import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { runProduct } from './run-product.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the product that this run of the journeys has to itself is reached. */
    productOrigin: string
  }
}

/** Starts the whole product once for all journeys, with its demonstration, in a folder of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = mkdtempSync(path.join(tmpdir(), 'holdfast-journeys-'))
  chmodSync(home, 0o711) // PostgreSQL may run as an account of its own, which has to pass through
  const product = await runProduct(home)
  project.provide('productOrigin', product.origin)
  return async () => {
    await product.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

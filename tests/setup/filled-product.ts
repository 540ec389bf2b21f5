import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copyFilledHome } from './filled-home.ts'
import { inheritedEnvironment } from './inherited-environment.ts'
import { type RunningProduct, runProduct } from './run-product.ts'

export type FilledProduct = RunningProduct & {
  home: string
  /** Stops it and removes its home. */
  remove: () => Promise<void>
}

/**
 * Starts the whole product with the demonstration and its complete history, in a folder of its own. No simulated handset
 * records: they would use half of the processor time and change lists while a journey reads them.
 */
export const startFilledProduct = async (environment: NodeJS.ProcessEnv = {}): Promise<FilledProduct> => {
  const home = mkdtempSync(path.join(tmpdir(), 'holdfast-journeys-'))
  chmodSync(home, 0o711) // PostgreSQL may run as another user, which has to reach its folder
  await copyFilledHome(home)
  const product = await runProduct(home, {
    ...inheritedEnvironment(),
    HOLDFAST_SIMULATED_HANDSETS: 'false',
    ...environment,
  })
  const remove = async () => {
    await product.stop()
    rmSync(home, { recursive: true, force: true })
  }
  return { ...product, home, remove }
}

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../apps/server/src/embedded/postgres.ts'
import { makeTemplate } from './database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The owner's address of the PostgreSQL that belongs to this run of the tests. */
    postgresUrl: string
    /** The master key for every server of this run. */
    keysUrl: string
  }
}

/** Starts one temporary PostgreSQL for all integration tests of a run. Each test clones the migrated template in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = mkdtempSync(path.join(tmpdir(), 'holdfast-tests-'))
  chmodSync(home, 0o711) // PostgreSQL may run as another user, which has to reach its folder
  const postgres = await startPostgres({ home, log: () => {}, durable: false })
  const keysUrl = pathToFileURL(path.join(home, 'master.key')).href
  await makeTemplate(postgres.url, keysUrl)
  project.provide('postgresUrl', postgres.url)
  project.provide('keysUrl', keysUrl)
  return async () => {
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

import path from 'node:path'
import { Client } from 'pg'
import { lockHome } from '../commands/home-lock.ts'
import { locatePostgres } from '../embedded/postgres.ts'
import { postgresLocation } from '../embedded/postgres-location.ts'
import type { Settings } from '../platform/settings/index.ts'

/**
 * The embedded database, if it runs; otherwise it is started for this work, and nothing else can start meanwhile.
 * @param home has an installation
 */
export const withEmbeddedDatabase = async <T>(
  { home, origin }: Pick<Settings, 'home' | 'origin'>,
  tell: (line: string) => void,
  work: (database: { url: string; data: string }) => Promise<T>,
): Promise<T> => {
  const { url, start } = locatePostgres({ home, log: () => {} })
  const { data } = postgresLocation(path.resolve(home))
  if (await isRunning(url)) return work({ url, data })
  await lockHome(home, origin, new Promise<void>(() => {}))
  tell('Holdfast is not running here. It cannot be started before this command ends.')
  const running = await start()
  try {
    return await work({ url, data })
  } finally {
    await running.stop()
  }
}

const isRunning = async (connectionString: string): Promise<boolean> => {
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (['ENOENT', 'ECONNREFUSED'].includes(code)) return false
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

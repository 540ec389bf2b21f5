import { createWriteStream, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { announce } from '../../apps/server/src/commands/announce.ts'
import { assertSettingsWork } from '../../apps/server/src/commands/assert-settings-work.ts'
import { readDemoAccounts } from '../../apps/server/src/commands/demonstration.ts'
import { requireFreePort } from '../../apps/server/src/commands/free-port.ts'
import { lockHome } from '../../apps/server/src/commands/home-lock.ts'
import { stopRequested } from '../../apps/server/src/commands/supervisor-channel.ts'
import { makeHome } from '../../apps/server/src/core/installation/home-id.ts'
import { locatePostgres } from '../../apps/server/src/embedded/postgres.ts'
import { StartFailure } from '../../apps/server/src/embedded/start-failure.ts'
import { type Settings, SettingsError } from '../../apps/server/src/platform/settings/index.ts'
import { fail } from '../project.mjs'
import { startPartProcess } from './part-process.ts'
import { isCodeOf, type PartsOptions, partOf, watchedFolders } from './parts.ts'
import { servePortal } from './portal.ts'
import { RestartingPart } from './restarting-part.ts'
import { developmentSettings } from './settings.ts'

type Stop = () => Promise<void>

/**
 * `npm run dev`: runs everything that `npm start` runs, from the sources. The api, the worker and the simulated
 * handsets restart when their code changes; open pages reload changed portal modules by themselves.
 */
async function dev(isInspected: boolean): Promise<void> {
  const stop = stopRequested()
  const stopping = new AbortController()
  void stop.then(() => stopping.abort())
  const settings = developmentSettings()
  const apiPort = settings.port + 1
  await prepare(settings, apiPort, stop)
  const started: Stop[] = []
  try {
    const databaseUrl = settings.databaseUrl ?? (await startDatabase(settings.home, started))
    const options = { settings, databaseUrl, apiPort, isInspected }
    await Promise.race([startParts(options, started, stopping.signal), stop])
    await stop
  } finally {
    console.log('Stopping.')
    for (const stopPart of started.reverse()) await stopPart()
  }
}

async function prepare(settings: Settings, apiPort: number, stop: Promise<void>): Promise<void> {
  await assertSettingsWork(settings)
  await makeHome(settings.home)
  await lockHome(settings.home, settings.origin, stop)
  const logFolder = path.join(settings.home, 'log')
  rmSync(logFolder, { recursive: true, force: true })
  mkdirSync(logFolder, { mode: 0o700 })
  await requireFreePort(settings)
  await requireFreePort({ port: apiPort, host: '127.0.0.1' })
}

async function startDatabase(home: string, started: Stop[]): Promise<string> {
  const log = createWriteStream(path.join(home, 'log/postgres.log'), { flags: 'a', mode: 0o600 })
  const database = await locatePostgres({ home, log: (line) => void log.write(`${line}\n`) }).start()
  started.push(database.stop)
  return database.url
}

/** Starts the parts in the order in which they need each other, and adds to `started` how to stop each of them. */
async function startParts(options: PartsOptions, started: Stop[], stopping: AbortSignal): Promise<void> {
  const { settings, apiPort } = options
  const api = new RestartingPart(partOf('api', options))
  const worker = new RestartingPart(partOf('worker', options))
  const fleet = new RestartingPart(partOf('fleet', options))
  const onChange = (file: string): void => {
    if (isCodeOf('api', file)) api.noteChange()
    if (isCodeOf('worker', file)) worker.noteChange()
    if (isCodeOf('fleet', file)) fleet.noteChange()
  }
  const apiSettled = () => api.settled
  const portal = servePortal({ settings, apiPort, apiSettled, watched: watchedFolders, onChange })
  started.push(async () => (await portal)())
  for (const part of [api, worker, fleet]) started.push(() => part.stop())
  api.start()
  await portal
  // The api migrates the database and adds the demonstration's customers, which the other parts need.
  await api.firstReady
  if (stopping.aborted) return
  announce(settings, await readDemoAccounts(settings.home))
  worker.start()
  fleet.start()
  const history = startPartProcess(partOf('history', options))
  started.push(history.stop)
}

function isInspectionWanted(): boolean {
  try {
    return parseArgs({ options: { inspect: { type: 'boolean', default: false } } }).values.inspect
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : error}\nUsage: npm run dev [-- --inspect]`)
  }
}

try {
  await dev(isInspectionWanted())
  // Handles that libraries keep open would keep this process alive.
  process.exit(0)
} catch (error) {
  const isMendable = error instanceof SettingsError || error instanceof StartFailure
  fail(isMendable ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error))
}

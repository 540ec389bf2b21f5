import path from 'node:path'
import { assertPartsMatch } from '../core/installation/assert-parts-match.ts'
import { makeHome } from '../core/installation/home-id.ts'
import { locatePostgres } from '../embedded/postgres.ts'
import { embeddedDatabaseState } from '../embedded/postgres-location.ts'
import { keepAlive, type Running } from '../platform/keep-alive.ts'
import { programOf } from '../platform/places.ts'
import { type Settings, unknownSettings } from '../platform/settings/index.ts'
import { announce } from './announce.ts'
import { assertSettingsWork } from './assert-settings-work.ts'
import { type ChildPart, startChild } from './child-part.ts'
import { demoFiles, demoProgram, readDemoAccounts } from './demonstration.ts'
import { requireFreePort } from './free-port.ts'
import { lockHome } from './home-lock.ts'
import { stopRequested } from './supervisor-channel.ts'
import { workerNodeFlags } from './worker-node-flags.ts'

type Stop = () => Promise<void>

/**
 * `holdfast start`: runs everything in one process tree. Each part is embedded unless a setting names another one. A part
 * that exits is restarted. Ctrl-C and SIGTERM stop the parts in the reverse order of their start.
 */
export async function start(settings: Settings): Promise<void> {
  const stop = stopRequested()
  const isPrepared = await Promise.race([prepare(settings).then(() => true), stop.then(() => false)])
  if (!isPrepared) process.exit(0)
  for (const line of unknownSettings(process.env)) console.error(line)
  await lockHome(settings.home, settings.origin, stop)
  await requireFreePort(settings)
  const started: Stop[] = []
  const stopping = new AbortController()
  void stop.then(() => stopping.abort())
  try {
    const goOn = await Promise.race([startServing(settings, started, stopping.signal), stop])
    if (goOn) {
      announce(settings, await readDemoAccounts(settings.home))
      await Promise.race([goOn(), stop])
      await stop
    }
    console.log('Stopping.')
  } finally {
    stopping.abort()
    // A second Ctrl-C exits at once: the parts notice that this process is gone and stop by themselves.
    process.once('SIGINT', () => process.exit(130))
    for (const stopPart of started.reverse()) await stopPart()
  }
  process.exit(0)
}

/** Creates the home, after checking that no part of an existing installation is missing. */
async function prepare(settings: Settings): Promise<void> {
  await assertSettingsWork(settings)
  await assertPartsMatch(settings, () => embeddedDatabaseState(settings.home))
  await makeHome(settings.home)
}

/**
 * Starts what must run before anybody can sign in, and adds the stop function of each part to `started`.
 * @returns a function that starts the other parts; recordings wait safely until the worker runs
 */
async function startServing(settings: Settings, started: Stop[], stopping: AbortSignal): Promise<() => Promise<void>> {
  const keep = async (name: string, startPart: () => Promise<Running>, isRequired = true): Promise<void> => {
    const keeping = keepAlive({ name, start: startPart, say: console.error, isRequired, stopping })
    // Added before the part is up, so that a stop during its start does not leave it behind.
    started.push(async () => (await keeping.catch(() => undefined))?.())
    await keeping
  }
  const database = findDatabase(settings)
  const databaseIsUp = database.start ? keep('PostgreSQL', database.start) : Promise.resolve()
  const part = partOf(settings, database.url, stopping)
  const api = () => startChild({ ...part('api', demoProgram, 'serve'), when: databaseIsUp })
  await Promise.all([databaseIsUp, keep('The api', api)])
  return async () => {
    // The product is announced already: a part that fails to start now is retried while everything else stays up.
    await keep(
      'The worker',
      () => startChild({ ...part('worker', holdfast, 'work'), nodeFlags: workerNodeFlags }),
      false,
    )
    if (stopping.aborted) return
    if (settings.simulatedHandsets) await keep('The fleet', () => startChild(fleetPart(settings, stopping)), false)
    if (stopping.aborted) return
    started.push(inBackground(startChild(part('history', demoProgram, 'history'))))
  }
}

/** The database that DATABASE_URL names, which already runs, or the embedded one. */
function findDatabase({ databaseUrl, home }: Settings): { url: string; start?: () => Promise<Running> } {
  return databaseUrl ? { url: databaseUrl } : locatePostgres({ home, log: () => {} })
}

/** Runs once in the background. A failure is in its log, and the next start continues where it ended. */
function inBackground(starting: Promise<Running>): Stop {
  const running = starting.catch(() => undefined)
  return async () => (await running)?.stop()
}

/**
 * The compile cache of the parts, unless NODE_COMPILE_CACHE names another folder. Every start loads the same code, and
 * compiling it takes much of the time.
 */
const codeFolder = (home: string): string => process.env.NODE_COMPILE_CACHE ?? path.join(home, 'cache')

/** The simulated handsets of the demonstration. They use nothing but the device calls. */
function fleetPart(settings: Settings, stopping: AbortSignal): ChildPart {
  const { home, origin } = settings
  return {
    name: 'fleet',
    program: programOf('apps/fleet/src/main.ts'),
    args: [],
    environment: {
      ...process.env,
      HOLDFAST_HOME: home,
      HOLDFAST_ORIGIN: origin,
      HOLDFAST_FLEET_FILE: demoFiles(home).fleet,
      NODE_COMPILE_CACHE: codeFolder(home),
    },
    logFolder: path.join(home, 'log'),
    stopping,
  }
}

const holdfast = programOf('apps/server/src/main.ts')

/** A part of the product that uses the database. */
function partOf(
  settings: Settings,
  databaseUrl: string,
  stopping: AbortSignal,
): (name: string, program: string, command: string) => ChildPart {
  const environment = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    HOLDFAST_HOME: settings.home,
    NODE_COMPILE_CACHE: codeFolder(settings.home),
  }
  return (name, program, command) => ({
    name,
    program,
    args: [command],
    environment,
    logFolder: path.join(settings.home, 'log'),
    stopping,
  })
}

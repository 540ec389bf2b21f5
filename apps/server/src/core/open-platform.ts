import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DestinationStream } from 'pino'
import { Database, loginRoleUrl, rolePasswordOf } from '../platform/database/index.ts'
import { openLog } from '../platform/log.ts'
import { openMailer } from '../platform/mail/index.ts'
import { MediaDecoder } from '../platform/media/index.ts'
import { openObjectLocks, openObjects, openStoreJournal, openStoreWatch } from '../platform/objects/index.ts'
import { openPusher } from '../platform/push/index.ts'
import { openScanner } from '../platform/scanner/index.ts'
import type { Settings } from '../platform/settings/index.ts'
import { standardOutput } from '../platform/standard-output.ts'
import { ClientKeys, Clients } from './accounts/index.ts'
import { ActivityRecorder, UnauthenticatedCalls } from './activities/index.ts'
import { Authorization } from './authorization/index.ts'
import { openIdentity } from './identity/index.ts'
import { prepareInstallation, QuietMode } from './installation/index.ts'
import { Metrics } from './metrics.ts'
import { EventHub } from './notices/index.ts'
import type { Platform } from './platform.ts'

export interface OpenPlatformOptions {
  settings: Settings & { databaseUrl: string }
  /** The version of the terms that people must have accepted. */
  termsVersion: string
  /** Receives the text of every query; for tests. */
  onQuery?: (text: string) => void
  /** Receives the log in place of standard output; for tests. */
  logTo?: DestinationStream
}

export interface OpenPlatform extends Platform {
  close(): Promise<void>
}

/**
 * Opens everything that the modules depend on, in order, after checking that the installation's parts belong together.
 * Migrates the database to the current schema.
 * @throws Error naming the part that can't be opened
 */
export const openPlatform = async (options: OpenPlatformOptions): Promise<OpenPlatform> => {
  const { settings, termsVersion, onQuery, logTo = standardOutput() } = options
  const log = openLog(settings.logLevel, logTo)
  const locks = await openObjectLocks(settings.objectsUrl, settings.objectsLock)
  const { id, keys } = await prepareInstallation(settings)
  const rolePassword = rolePasswordOf(keys)
  const database = new Database({ ownerUrl: settings.databaseUrl, rolePassword, log, ...(onQuery ? { onQuery } : {}) })
  const objects = await openObjects(settings.objectsUrl)
  const store = await openStoreWatch(settings.objectsUrl, id)
  const journal = await openStoreJournal(settings.objectsUrl)
  const scanner = await openScanner(settings.scannerUrl)
  const events = new EventHub(loginRoleUrl(settings.databaseUrl, 'holdfast_app', rolePassword), log)
  await events.open()
  const clients = new Clients(database)
  const unauthenticatedCalls = new UnauthenticatedCalls(database, log)
  const identity = await openIdentity({ settings, database, keys, clients, log })
  return {
    settings,
    log,
    keys,
    database,
    quiet: new QuietMode(database),
    objects,
    locks,
    store,
    journal,
    scanner,
    mailer: openMailer(settings),
    pusher: openPusher(settings),
    events,
    clients,
    clientKeys: new ClientKeys(database, keys),
    identity,
    authorization: new Authorization(database, termsVersion),
    activities: new ActivityRecorder(database),
    unauthenticatedCalls,
    metrics: new Metrics(),
    media: new MediaDecoder({ hiddenFolders: foldersOf(settings), leastConfinement: settings.leastConfinement }),
    close: async () => {
      await identity.close()
      await unauthenticatedCalls.close()
      await events.close()
      await scanner.close()
      store.close()
      journal.close()
      locks?.close()
      await objects.close()
      await database.close()
    },
  }
}

/** The folders of the installation on this machine. */
const foldersOf = ({ home, keysUrl, objectsUrl }: Settings): string[] => [
  home,
  path.dirname(fileURLToPath(keysUrl)),
  ...(objectsUrl.startsWith('file:') ? [fileURLToPath(objectsUrl)] : []),
]

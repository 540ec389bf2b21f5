import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { workerNodeFlags } from '../../apps/server/src/commands/worker-node-flags.ts'
import { type OpenPlatform, openPlatform } from '../../apps/server/src/core/open-platform.ts'
import { startPostgres } from '../../apps/server/src/embedded/postgres.ts'
import { type OpenedClient, openClientAccount } from '../../apps/server/src/modules/clients/index.ts'
import { currentTermsVersion } from '../../apps/server/src/modules/session/index.ts'
import { readSettings } from '../../apps/server/src/platform/settings/index.ts'
import { freePort } from '../../tests/setup/loopback.ts'
import { type ChildServer, startChildServer } from './child-server.ts'

export const client = 'bench'

/** A durable PostgreSQL with Holdfast's schema and one account, and the api in a process of its own. */
export interface Installation {
  /** The database address for its owner. */
  databaseUrl: string
  /** PostgreSQL's main process. */
  databasePid: number
  home: string
  account: OpenedClient
  /** The platform in this process, to prepare data. */
  platform: OpenPlatform
  owner: pg.Client
  /** @param limits caller limits to set instead of lifting them */
  startApi: (limits?: Record<string, string>) => Promise<ChildServer>
  /** @param script a script of this folder: Holdfast's worker, the bare one that processes messages, or runs of retention alone */
  startWorker: (script: 'worker-process' | 'bare-messages-process' | 'retention-process') => Promise<ChildServer>
  remove: () => Promise<void>
}

export const createInstallation = async (): Promise<Installation> => {
  const home = await mkdtemp(path.join(tmpdir(), 'holdfast-bench-'))
  await chmod(home, 0o711) // PostgreSQL may run as another user, which has to reach its folder
  const postgres = await startPostgres({ home, log: () => {} })
  const port = await freePort()
  const environment = {
    HOLDFAST_HOME: home,
    HOLDFAST_PORT: String(port),
    HOLDFAST_ORIGIN: `http://127.0.0.1:${port}`,
    // The load names its addresses as a trusted proxy would: the request limit of an address would otherwise stop the
    // bench.
    HOLDFAST_TRUSTED_PROXIES: '127.0.0.1/32',
    // The limits of one caller are lifted too: the bench has few callers, and each is busy.
    HOLDFAST_CALLER_REQUESTS_PER_MINUTE: '1000000',
    HOLDFAST_CALLER_MEBIBYTES_PER_MINUTE: '1000000',
    HOLDFAST_ALLOW_PRIVATE_ADDRESSES: 'true',
    DATABASE_URL: postgres.url,
  }
  const settings = { ...readSettings(environment), databaseUrl: postgres.url }
  const platform = await openPlatform({ settings, termsVersion: currentTermsVersion })
  const account = await openClientAccount(platform, { client, name: 'Bench plc', locale: 'en-GB' })
  const owner = new pg.Client({ connectionString: postgres.url })
  await owner.connect()
  const lock = await owner.query<{ pid: number }>(
    "select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::integer as pid",
  )
  return {
    databaseUrl: postgres.url,
    databasePid: lock.rows[0]?.pid ?? 0,
    home,
    account,
    platform,
    owner,
    startWorker: (script) => startChildServer(`./${script}.ts`, environment, workerNodeFlags),
    startApi: (limits = {}) => startChildServer('./api-process.ts', { ...environment, ...limits }),
    remove: async () => {
      await owner.end()
      await platform.close()
      await postgres.stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** The address that request number `index` claims: one of 4,096, so that each stays below the server's limit. */
export const addressOf = (index: number): string => `10.0.${(index >> 8) & 15}.${index & 255}`

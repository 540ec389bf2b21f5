import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../tests/setup/loopback.ts'
import type { ChildServer } from './child-server.ts'
import { installedDirectus } from './directus-install.ts'
import type { LoadRequest } from './http-load.ts'
import type { Installation } from './installation.ts'
import { sparseGroups } from './payload-rows.ts'

const collection = 'peer_payloads'

/** Directus supports only primary keys of one column, so the same rows go to a table of its own. */
const copyRows = [
  `create table public.${collection} as
    select payload_reference, payload_type, payload_state, "group", device_reference, device_user_reference, device_ip,
      sequence, key_id, checksum, size, meta, media, numbers::text as numbers, failure, is_legacy, is_late,
      is_personal_number, payload_time, registered_at, uploaded_at, processed_at, transferred_at, receipt_confirmed_at,
      receipt_confirmed_by, updated_at, updated_by
    from app.payloads order by payload_time`,
  `alter table public.${collection} add primary key (payload_reference)`,
  `create index on public.${collection} (payload_time desc, payload_reference desc)`,
  `create index on public.${collection} ("group", payload_time desc, payload_reference desc)`,
  `vacuum (analyze) public.${collection}`,
]

const adminToken = 'bench-directus-admin'
const admin = {
  ADMIN_EMAIL: 'bench@example.com',
  ADMIN_PASSWORD: 'correct horse battery staple',
  ADMIN_TOKEN: adminToken,
}

/** The groups that each person may see; null for all. */
const groupsOf: Record<string, readonly string[] | null> = {
  'half of the groups': Array.from({ length: 100 }, (_, index) => `Group ${String(index).padStart(3, '0')}`),
  'all groups': null,
  '2 groups, 40 rows': sparseGroups,
}

/**
 * Requests one page, newest first. Policies limited to some rows are a paid feature of Directus, so its administrator
 * asks, with the groups as a filter. Directus therefore evaluates no permissions.
 */
export const directusRequest = (person: string, limit: number, skipped: number): LoadRequest => {
  const query = new URLSearchParams({ limit: String(limit), sort: '-payload_time,-payload_reference' })
  const groups = groupsOf[person]
  if (groups) query.set('filter', JSON.stringify({ group: { _in: groups } }))
  if (skipped > 0) query.set('offset', String(skipped))
  return { method: 'GET', path: `/items/${collection}?${query}`, headers: { authorization: `Bearer ${adminToken}` } }
}

/** @throws Error when Directus can't be installed or does not start */
export const startDirectus = async ({ databaseUrl, owner }: Installation): Promise<ChildServer> => {
  const { node, cli } = await installedDirectus()
  for (const statement of copyRows) await owner.query(statement)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env = { ...process.env, NO_UPDATE_NOTIFIER: '1', ...settingsFor(databaseUrl, port), ...admin }
  await promisify(execFile)(node, [cli, 'bootstrap'], { env, maxBuffer: 16 * 1_048_576 })
  const child = spawn(node, [cli, 'start'], { env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
  try {
    await untilReady(origin, () => child.exitCode !== null)
  } catch (error) {
    await stop()
    throw error
  }
  return { origin, pid: child.pid ?? 0, stop }
}

const settingsFor = (databaseUrl: string, port: number): Record<string, string> => {
  const url = new URL(databaseUrl)
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SECRET: 'bench-directus-secret-of-32-letters',
    DB_CLIENT: 'pg',
    DB_HOST: url.searchParams.get('host') ?? url.hostname,
    DB_PORT: url.port || '5432',
    DB_DATABASE: url.pathname.slice(1),
    DB_USER: decodeURIComponent(url.username),
    DB_PASSWORD: decodeURIComponent(url.password),
    LOG_LEVEL: 'error',
    TELEMETRY: 'false',
    CACHE_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
    WEBSOCKETS_ENABLED: 'false',
  }
}

const untilReady = async (origin: string, hasEnded: () => boolean): Promise<void> => {
  const end = performance.now() + 120_000
  while (performance.now() < end && !hasEnded()) {
    const answer = await fetch(`${origin}/server/ping`).catch(() => null)
    if (answer?.ok) return
    await setTimeout(250)
  }
  throw new Error('Directus did not start')
}

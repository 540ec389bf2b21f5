import { spawnSync } from 'node:child_process'
import { locatePostgres } from '../apps/server/src/embedded/postgres.ts'
import { embeddedDatabaseState } from '../apps/server/src/embedded/postgres-location.ts'
import { developmentSettings } from './dev/settings.ts'
import { fail } from './project.mjs'

/**
 * `npm run psql`: opens psql as the owner of the embedded database of `npm run dev`. HOLDFAST_HOME names another home.
 */
const { home } = developmentSettings()
if (embeddedDatabaseState(home) === 'new') fail(`There is no database in ${home} yet. Run: npm run dev`)
const address = new URL(locatePostgres({ home, log: () => undefined }).url)
const connection = {
  PGHOST: address.searchParams.get('host') ?? '',
  PGUSER: address.username,
  PGPASSWORD: address.password,
  PGDATABASE: address.pathname.slice(1),
}
// Ctrl-C belongs to psql, where it cancels a query.
process.on('SIGINT', () => undefined)
const psql = spawnSync('psql', process.argv.slice(2), { env: { ...process.env, ...connection }, stdio: 'inherit' })
if (psql.error) fail('psql is missing. Run: sudo apt-get install postgresql-client')
process.exit(psql.status ?? 1)

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { loginRoleUrl, migrate, rolePasswordOf } from '../../apps/server/src/platform/database/index.ts'
import { openKeys } from '../../apps/server/src/platform/keys/index.ts'

const templateName = 'holdfast_template'

/** A database for one test, with the product's schema and no rows. All addresses are of the same database. */
export type TestDatabase = {
  /** The owner's: may change the schema, and sees the rows of every client. */
  ownerUrl: string
  /** That of the role for ordinary calls: row-level security shows it the rows of one client at a time. */
  appUrl: string
  /** That of the role for the provider's area, which reads across clients. */
  providerUrl: string
  /** The password of the login roles, for callers that derive their addresses from the owner's. */
  rolePassword: string
  /** Names of the tables that belong to accounts. */
  tenantTables: () => Promise<ReadonlySet<string>>
  /**
   * KEYS_URL for servers on it. Login roles belong to the whole PostgreSQL, so all servers of a run need the same keys.
   */
  keysUrl: string
  /** Drops the database, and ends open connections. */
  drop: () => Promise<void>
}

/**
 * Clones the migrated template in some 30 ms. Call it in `beforeAll` or `beforeEach`, and `drop` the database
 * afterwards.
 * @param template another database to clone; `template0` for an empty one
 */
export async function testDatabase(template = templateName): Promise<TestDatabase> {
  const maintenanceUrl = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  // FILE_COPY is several times faster than WAL_LOG, and nothing here must survive a crash.
  await asOwner(maintenanceUrl, `create database ${name} template ${template} strategy file_copy`)
  const ownerUrl = addressOf(maintenanceUrl, name)
  const keysUrl = inject('keysUrl')
  const rolePassword = rolePasswordOf(await openKeys(keysUrl))
  return {
    ownerUrl,
    appUrl: loginRoleUrl(ownerUrl, 'holdfast_app', rolePassword),
    providerUrl: loginRoleUrl(ownerUrl, 'holdfast_provider', rolePassword),
    rolePassword,
    tenantTables: async () => new Set(await namesOf(ownerUrl, tablesWithClient)),
    keysUrl,
    drop: () => asOwner(maintenanceUrl, `drop database ${name} with (force)`),
  }
}

/** Creates the template; called once in a run, by tests/setup/postgres.ts. */
export async function makeTemplate(maintenanceUrl: string, keysUrl: string): Promise<void> {
  await asOwner(maintenanceUrl, `create database ${templateName}`)
  await migrate(addressOf(maintenanceUrl, templateName), rolePasswordOf(await openKeys(keysUrl)))
}

function addressOf(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

async function asOwner(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Every table of the product except `clients`, which becomes a reference table. */
const tablesWithClient = `select table_name as name from information_schema.columns
  where table_schema = 'app' and column_name = 'client' and table_name <> 'clients'`

async function namesOf(url: string, query: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(query)
    return rows.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { loginRoleUrl, migrate, rolePasswordOf } from '../../apps/server/src/platform/database/index.ts'
import { openKeys } from '../../apps/server/src/platform/keys/index.ts'

const templateName = 'holdfast_template'

/** A database of one test's own: the product's schema, no rows. All addresses lead to it. */
export type TestDatabase = {
  /** As the owner, who may change the schema and sees every client's rows. */
  ownerUrl: string
  /** As the role that serves people: row-level security lets it see one client's rows at a time. */
  appUrl: string
  /** As the role that serves the provider's area, across clients. */
  providerUrl: string
  /** The password of the login roles, for what derives their addresses from the owner's. */
  rolePassword: string
  /** Names of the tables that hold accounts' rows. */
  tenantTables: () => Promise<ReadonlySet<string>>
  /** KEYS_URL of servers on it. Login roles belong to the whole PostgreSQL, so all servers of a run need the same keys. */
  keysUrl: string
  /** Drops it, ending whoever is still connected. */
  drop: () => Promise<void>
}

/**
 * Clones the migrated template (some 30 ms). Call it in `beforeAll` or `beforeEach`, and `drop` it afterwards.
 * @param template another database to clone; `template0` for an empty one
 */
export async function testDatabase(template = templateName): Promise<TestDatabase> {
  const maintenanceUrl = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  // FILE_COPY clones by copying files: as nothing has to survive a crash here, it is several times quicker than WAL_LOG.
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

/** Makes the template once per run, in tests/setup/postgres.ts. */
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

/** Every table of ours but `clients` itself, which becomes a reference table. */
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

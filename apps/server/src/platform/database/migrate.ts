import { createHash } from 'node:crypto'
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely'
import { Client, Pool } from 'pg'
import { InstallationError } from '../installation/installation-error.ts'
import { besideOthers, loginRoleUrl, prepareLoginRoles, shortQuestionLimits } from './login-roles.ts'
import { migrations } from './migrations/index.ts'

const lockTimeout = '10s'
const connectionTimeoutMillis = 10_000
/** A statement may rewrite a large table. */
const migrationTimeoutMs = 3_600_000
/** The job library's own tables are small beside it. */
const jobTablesTimeoutMs = 600_000

export interface MigrationOptions {
  isKeyProven?: boolean
  jobTablesWithinMs?: number
}

/**
 * Brings a database to the current schema and its login roles to the given password. Safe to run again and from
 * several processes at once.
 * @param ownerUrl connection string of the owner, who may create roles and schemas; no superuser
 * @param rolePassword password of the login roles, see `loginRoleUrl`
 * @param isKeyProven whether the password is known to be this installation's; otherwise roles that others use stay
 * @param jobTablesWithinMs for each statement of the job library's own migration; tests don't wait for as long as it may take
 * @throws InstallationError when the roles are another installation's, or the owner lacks a right
 */
export const migrate = async (
  ownerUrl: string,
  rolePassword: string,
  { isKeyProven = false, jobTablesWithinMs = jobTablesTimeoutMs }: MigrationOptions = {},
): Promise<void> => {
  if (await isCurrent(ownerUrl, rolePassword)) return
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: ownerPool(ownerUrl, migrationTimeoutMs) }) })
  try {
    await sql`create schema if not exists app`.execute(db)
    await prepareLoginRoles(db, { ownerUrl, rolePassword, isKeyProven })
    await migrateJobTables(ownerUrl, jobTablesWithinMs)
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => Object.fromEntries(Object.entries(migrations).map(asMigration)) },
      migrationTableSchema: 'app',
      migrationTableName: 'migrations',
      migrationLockTableName: 'migration_lock',
    })
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
    await besideOthers(db, sql`comment on schema app is ${sql.lit(currentSchema)}`)
  } catch (error) {
    throw withRightsNamed(error)
  } finally {
    await db.destroy()
  }
}

/** The library would wait for ever for a database that accepts a connection and does not answer. */
const migrateJobTables = async (ownerUrl: string, query_timeout: number): Promise<void> => {
  // Needed once per version of the schema: every other start is quicker without it.
  const { runMigrations } = await import('graphile-worker')
  const pool = ownerPool(ownerUrl, query_timeout)
  try {
    await runMigrations({ pgPool: pool })
  } finally {
    await pool.end()
  }
}

/** One connection. When it breaks, the query that fails tells; between queries, and while it closes, nobody needs to know. */
const ownerPool = (ownerUrl: string, query_timeout: number): Pool => {
  const pool = new Pool({ connectionString: ownerUrl, max: 1, connectionTimeoutMillis, query_timeout })
  const ignore = () => undefined
  pool.on('error', ignore)
  pool.on('connect', (connection) => connection.on('error', ignore))
  return pool
}

const withRightsNamed = (error: unknown): unknown => {
  const { code, message } = error as { code?: string; message?: string }
  if (code !== '42501') return error
  return new InstallationError(
    `DATABASE_URL: its user lacks a right (${message}): it has to own the database and needs CREATEROLE, no more.`,
  )
}

/** Names the schema that these migrations lead to; left behind in the database by whoever brought it there. */
const currentSchema = `migrated to ${createHash('sha256').update(Object.keys(migrations).join()).digest('hex').slice(0, 16)}`

/** One question, asked as a login role: its answer tells that the schema is current and that the password is right. */
const isCurrent = async (ownerUrl: string, rolePassword: string): Promise<boolean> => {
  const connectionString = loginRoleUrl(ownerUrl, 'holdfast_app', rolePassword)
  const client = new Client({ connectionString, ...shortQuestionLimits })
  try {
    await client.connect()
    const { rows } = await client.query<{ found: string | null }>(
      `select obj_description(to_regnamespace('app'), 'pg_namespace') as found`,
    )
    return rows[0]?.found === currentSchema
  } catch {
    return false // not even the role is there, or its password is another: migrating settles that, or names the fault
  } finally {
    await client.end().catch(() => undefined)
  }
}

const asMigration = ([name, statements]: [string, readonly string[]]): [string, Migration] => [
  name,
  {
    up: async (db) => {
      await sql.raw(`set local lock_timeout = '${lockTimeout}'`).execute(db)
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  },
]

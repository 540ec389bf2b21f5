import { createHash } from 'node:crypto'
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely'
import { Client, Pool } from 'pg'
import { InstallationError } from '../settings/index.ts'
import { loginRoleUrl, prepareLoginRoles, retryConcurrentUpdate, shortTimeouts } from './login-roles.ts'
import { migrations } from './migrations/index.ts'

const lockTimeout = '10s'
const connectionTimeoutMillis = 10_000
/** A statement may rewrite a large table. */
const migrationTimeoutMs = 3_600_000
/** For the job queue's tables, which are small. */
const defaultJobTablesTimeoutMs = 600_000

export interface MigrationOptions {
  isKeyProven?: boolean
  jobTablesTimeoutMs?: number
}

/**
 * Migrates a database to the current schema and sets the password of its login roles. It can be repeated, and run by several
 * processes at once.
 * @param ownerUrl connection string of the owner, which needs CREATEROLE but need not be a superuser
 * @param rolePassword password of the login roles, see `loginRoleUrl`
 * @param isKeyProven whether the password is known to belong to this installation; if not, roles that are in use stay unchanged
 * @param jobTablesTimeoutMs time-out of each statement of graphile-worker's own migration; shorter in tests
 * @throws InstallationError if the roles belong to another installation, or the owner lacks a right
 */
export const migrate = async (
  ownerUrl: string,
  rolePassword: string,
  { isKeyProven = false, jobTablesTimeoutMs = defaultJobTablesTimeoutMs }: MigrationOptions = {},
): Promise<void> => {
  if (await isCurrent(ownerUrl, rolePassword)) return
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: ownerPool(ownerUrl, migrationTimeoutMs) }) })
  try {
    await sql`create schema if not exists app`.execute(db)
    await prepareLoginRoles(db, { ownerUrl, rolePassword, isKeyProven })
    await migrateJobTables(ownerUrl, jobTablesTimeoutMs)
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => Object.fromEntries(Object.entries(migrations).map(asMigration)) },
      migrationTableSchema: 'app',
      migrationTableName: 'migrations',
      migrationLockTableName: 'migration_lock',
    })
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
    await retryConcurrentUpdate(db, sql`comment on schema app is ${sql.lit(currentSchema)}`)
  } catch (error) {
    throw explainMissingRight(error)
  } finally {
    await db.destroy()
  }
}

/** Without a time-out, graphile-worker would wait forever for a database that accepts connections but does not answer. */
const migrateJobTables = async (ownerUrl: string, query_timeout: number): Promise<void> => {
  // Imported here because most starts don't migrate, and are faster without it.
  const { runMigrations } = await import('graphile-worker')
  const pool = ownerPool(ownerUrl, query_timeout)
  try {
    await runMigrations({ pgPool: pool })
  } finally {
    await pool.end()
  }
}

/** One connection. Its errors are ignored: if it breaks during a query, the query fails. */
const ownerPool = (ownerUrl: string, query_timeout: number): Pool => {
  const pool = new Pool({ connectionString: ownerUrl, max: 1, connectionTimeoutMillis, query_timeout })
  const ignore = () => undefined
  pool.on('error', ignore)
  pool.on('connect', (connection) => connection.on('error', ignore))
  return pool
}

const explainMissingRight = (error: unknown): unknown => {
  const { code, message } = error as { code?: string; message?: string }
  if (code !== '42501') return error
  return new InstallationError(
    `DATABASE_URL: its user lacks a right (${message}): it has to own the database and needs CREATEROLE, no more.`,
  )
}

/** Identifies the schema that these migrations lead to; stored as the comment of the schema `app`. */
const currentSchema = `migrated to ${createHash('sha256').update(Object.keys(migrations).join()).digest('hex').slice(0, 16)}`

/** One query as a login role. If it succeeds, the password is right, and its result tells whether the schema is current. */
const isCurrent = async (ownerUrl: string, rolePassword: string): Promise<boolean> => {
  const connectionString = loginRoleUrl(ownerUrl, 'holdfast_app', rolePassword)
  const client = new Client({ connectionString, ...shortTimeouts })
  try {
    await client.connect()
    const { rows } = await client.query<{ found: string | null }>(
      `select obj_description(to_regnamespace('app'), 'pg_namespace') as found`,
    )
    return rows[0]?.found === currentSchema
  } catch {
    return false // the role is missing or has another password: migrating sets it, or reports the error
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

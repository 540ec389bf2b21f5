import { createHash } from 'node:crypto'
import { Kysely, type Migration, Migrator, PostgresDialect, type RawBuilder, sql } from 'kysely'
import { Client, Pool } from 'pg'
import type { Keys } from '../keys/index.ts'
import { migrations } from './migrations/index.ts'

/** The login roles that the server uses; the owner only migrates and runs the job queue. */
export const loginRoles = ['holdfast_app', 'holdfast_provider'] as const
export type LoginRole = (typeof loginRoles)[number]

const lockTimeout = '10s'
const rolePasswordBytes = 24

/** The password of the login roles, which the whole PostgreSQL shares, whatever the database. */
export const rolePasswordOf = (keys: Pick<Keys, 'derive'>): string =>
  Buffer.from(keys.derive('database login roles', rolePasswordBytes)).toString('base64url')

/**
 * Brings a database to the current schema and its login roles to the given password. Safe to run again and from
 * several processes at once.
 * @param ownerUrl connection string of the owner, who may create roles and schemas
 * @param rolePassword password of the login roles, see `loginRoleUrl`
 */
export const migrate = async (ownerUrl: string, rolePassword: string): Promise<void> => {
  if (await isCurrent(ownerUrl, rolePassword)) return
  // Needed once per version of the schema: every other start is quicker without it.
  const { runMigrations } = await import('graphile-worker')
  const pool = new Pool({ connectionString: ownerUrl, max: 1 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await sql`create schema if not exists app`.execute(db)
    await prepareLoginRoles(db, rolePassword)
    await runMigrations({ connectionString: ownerUrl })
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
  } finally {
    await db.destroy()
  }
}

/** Names the schema that these migrations lead to; left behind in the database by whoever brought it there. */
const currentSchema = `migrated to ${createHash('sha256').update(Object.keys(migrations).join()).digest('hex').slice(0, 16)}`

/** One question, asked as a login role: its answer tells that the schema is current and that the password is right. */
const isCurrent = async (ownerUrl: string, rolePassword: string): Promise<boolean> => {
  const client = new Client({ connectionString: loginRoleUrl(ownerUrl, 'holdfast_app', rolePassword) })
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

const prepareLoginRoles = async (db: Kysely<unknown>, password: string): Promise<void> => {
  const { rows } = await sql<{ database: string }>`select current_database() as database`.execute(db)
  for (const role of loginRoles) {
    await createRoleOnce(db, role)
    await besideOthers(db, sql`alter role ${sql.id(role)} login nobypassrls password ${sql.lit(password)}`)
    await besideOthers(db, sql`grant usage on schema app to ${sql.id(role)}`)
    await besideOthers(db, sql`grant connect on database ${sql.id(rows[0]?.database ?? '')} to ${sql.id(role)}`)
  }
}

/** Executes a statement that other processes, which start at this moment, execute as well: PostgreSQL lets one through. */
const besideOthers = async (db: Kysely<unknown>, statement: RawBuilder<unknown>): Promise<void> => {
  for (;;) {
    try {
      await statement.execute(db)
      return
    } catch (error) {
      if (!(error instanceof Error && error.message === 'tuple concurrently updated')) throw error
    }
  }
}

/** Roles belong to the whole cluster, so another database's migration may create it at the same moment. */
const createRoleOnce = async (db: Kysely<unknown>, role: LoginRole): Promise<void> => {
  const { rows } = await sql`select 1 from pg_roles where rolname = ${role}`.execute(db)
  if (rows.length > 0) return
  try {
    await sql`create role ${sql.id(role)}`.execute(db)
  } catch (error) {
    const alreadyThere = ['42710', '23505']
    if (!alreadyThere.includes((error as { code?: string }).code ?? '')) throw error
  }
}

/** The connection string of a login role on the owner's database. */
export const loginRoleUrl = (ownerUrl: string, role: LoginRole, rolePassword: string): string => {
  const url = new URL(ownerUrl)
  url.username = role
  url.password = encodeURIComponent(rolePassword)
  return url.href
}

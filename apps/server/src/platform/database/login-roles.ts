import { type Kysely, type RawBuilder, sql } from 'kysely'
import { Client } from 'pg'
import type { Keys } from '../keys/index.ts'
import { InstallationError } from '../settings/index.ts'

/** The login roles of the server. The owner only migrates and runs the job queue. */
export const loginRoles = ['holdfast_app', 'holdfast_provider'] as const
export type LoginRole = (typeof loginRoles)[number]

const rolePasswordBytes = 24
/** Enough for a server that is running. */
export const shortTimeouts = { connectionTimeoutMillis: 10_000, query_timeout: 10_000 }

/** The password of the login roles: roles belong to the whole PostgreSQL cluster, not to a database. */
export const rolePasswordOf = (keys: Pick<Keys, 'derive'>): string =>
  Buffer.from(keys.derive('database login roles', rolePasswordBytes)).toString('base64url')

/** The connection string of a login role on the owner's database. */
export const loginRoleUrl = (ownerUrl: string, role: LoginRole, rolePassword: string): string => {
  const url = new URL(ownerUrl)
  url.username = role
  url.password = encodeURIComponent(rolePassword)
  return url.href
}

interface LoginRoleOptions {
  ownerUrl: string
  rolePassword: string
  /** Whether the password is known to belong to the installation of this database. */
  isKeyProven: boolean
}

/**
 * Creates the login roles and sets their password. A role that has it already is not changed: since PostgreSQL 16, an owner that
 * is not a superuser may change only roles that it created itself.
 * @throws InstallationError if another installation uses the roles with another password
 */
export const prepareLoginRoles = async (db: Kysely<unknown>, options: LoginRoleOptions): Promise<void> => {
  const { rows } = await sql<{ database: string }>`select current_database() as database`.execute(db)
  for (const role of loginRoles) {
    await prepareLoginRole(db, role, options)
    await retryConcurrentUpdate(db, sql`grant usage on schema app to ${sql.id(role)}`)
    await retryConcurrentUpdate(
      db,
      sql`grant connect on database ${sql.id(rows[0]?.database ?? '')} to ${sql.id(role)}`,
    )
  }
}

const prepareLoginRole = async (db: Kysely<unknown>, role: LoginRole, options: LoginRoleOptions): Promise<void> => {
  const { ownerUrl, rolePassword, isKeyProven } = options
  if (await createRoleIfMissing(db, role, rolePassword)) return
  await enforceRowLevelSecurity(db, role)
  if (await acceptsPassword(loginRoleUrl(ownerUrl, role, rolePassword))) return
  if (!isKeyProven) await assertUnused(db, role)
  await retryConcurrentUpdate(db, sql`alter role ${sql.id(role)} login password ${sql.lit(rolePassword)}`)
}

/** Returns whether it created the role. Another database's migration may create it at the same moment. */
const createRoleIfMissing = async (db: Kysely<unknown>, role: LoginRole, password: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from pg_roles where rolname = ${role}`.execute(db)
  if (rows.length > 0) return false
  try {
    await sql`create role ${sql.id(role)} login password ${sql.lit(password)}`.execute(db)
    return true
  } catch (error) {
    const alreadyExists = ['42710', '23505']
    if (alreadyExists.includes((error as { code?: string }).code ?? '')) return false
    throw error
  }
}

/** New roles don't bypass row-level security. Only a superuser may use NOSUPERUSER and NOBYPASSRLS, even where they change nothing. */
const enforceRowLevelSecurity = async (db: Kysely<unknown>, role: LoginRole): Promise<void> => {
  const { rows } = await sql`select 1 from pg_roles where rolname = ${role} and (rolbypassrls or rolsuper)`.execute(db)
  if (rows.length > 0) await retryConcurrentUpdate(db, sql`alter role ${sql.id(role)} nosuperuser nobypassrls`)
}

/** PostgreSQL checks the password before the right to connect: 42501 means that the password was right. */
const acceptsPassword = async (connectionString: string): Promise<boolean> => {
  const client = new Client({ connectionString, ...shortTimeouts })
  try {
    await client.connect()
    return true
  } catch (error) {
    return (error as { code?: string }).code === '42501'
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Changing the password would lock out another installation that uses the roles. */
const assertUnused = async (db: Kysely<unknown>, role: LoginRole): Promise<void> => {
  const { rows } = await sql<{ database: string }>`select distinct datname as database from pg_database,
    aclexplode(datacl) granted where granted.grantee = (select oid from pg_roles where rolname = ${role})`.execute(db)
  const [used] = rows
  if (!used) return
  throw new InstallationError(
    `This PostgreSQL serves another installation (database ${used.database}), and its role ${role} has another password: give each installation a PostgreSQL of its own, or correct DATABASE_URL or KEYS_URL.`,
  )
}

/** Executes a statement that other starting processes execute at the same moment: PostgreSQL lets only one of them succeed. */
export const retryConcurrentUpdate = async (db: Kysely<unknown>, statement: RawBuilder<unknown>): Promise<void> => {
  for (;;) {
    try {
      await statement.execute(db)
      return
    } catch (error) {
      if (!(error instanceof Error && error.message === 'tuple concurrently updated')) throw error
    }
  }
}

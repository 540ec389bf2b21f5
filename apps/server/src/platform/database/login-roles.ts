import { type Kysely, type RawBuilder, sql } from 'kysely'
import { Client } from 'pg'
import { InstallationError } from '../installation/installation-error.ts'
import type { Keys } from '../keys/index.ts'

/** The login roles that the server uses; the owner only migrates and runs the job queue. */
export const loginRoles = ['holdfast_app', 'holdfast_provider'] as const
export type LoginRole = (typeof loginRoles)[number]

const rolePasswordBytes = 24
/** As long as a server that is there takes to answer. */
export const shortQuestionLimits = { connectionTimeoutMillis: 10_000, query_timeout: 10_000 }

/** The password of the login roles, which the whole PostgreSQL shares, whatever the database. */
export const rolePasswordOf = (keys: Pick<Keys, 'derive'>): string =>
  Buffer.from(keys.derive('database login roles', rolePasswordBytes)).toString('base64url')

/** The connection string of a login role on the owner's database. */
export const loginRoleUrl = (ownerUrl: string, role: LoginRole, rolePassword: string): string => {
  const url = new URL(ownerUrl)
  url.username = role
  url.password = encodeURIComponent(rolePassword)
  return url.href
}

interface Wanted {
  ownerUrl: string
  rolePassword: string
  /** Whether it is known that the password belongs to the installation of this database. */
  isKeyProven: boolean
}

/**
 * Makes the login roles and gives them the password. PostgreSQL 16 and later let the owner, if it is no superuser, change
 * only the roles that it made itself; so what is right already is left alone.
 * @throws InstallationError when another installation uses the roles with another password
 */
export const prepareLoginRoles = async (db: Kysely<unknown>, wanted: Wanted): Promise<void> => {
  const { rows } = await sql<{ database: string }>`select current_database() as database`.execute(db)
  for (const role of loginRoles) {
    await prepareLoginRole(db, role, wanted)
    await besideOthers(db, sql`grant usage on schema app to ${sql.id(role)}`)
    await besideOthers(db, sql`grant connect on database ${sql.id(rows[0]?.database ?? '')} to ${sql.id(role)}`)
  }
}

const prepareLoginRole = async (db: Kysely<unknown>, role: LoginRole, wanted: Wanted): Promise<void> => {
  const { ownerUrl, rolePassword, isKeyProven } = wanted
  if (await createdRole(db, role, rolePassword)) return
  await keepToRowLevelSecurity(db, role)
  if (await takesPassword(loginRoleUrl(ownerUrl, role, rolePassword))) return
  if (!isKeyProven) await assertUnused(db, role)
  await besideOthers(db, sql`alter role ${sql.id(role)} login password ${sql.lit(rolePassword)}`)
}

/** Roles belong to the whole cluster, so another database's migration may create it at the same moment. */
const createdRole = async (db: Kysely<unknown>, role: LoginRole, password: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from pg_roles where rolname = ${role}`.execute(db)
  if (rows.length > 0) return false
  try {
    await sql`create role ${sql.id(role)} login password ${sql.lit(password)}`.execute(db)
    return true
  } catch (error) {
    const alreadyThere = ['42710', '23505']
    if (alreadyThere.includes((error as { code?: string }).code ?? '')) return false
    throw error
  }
}

/** A new role never passes it. Only a superuser may take the attribute from one that does, even to say that it has none. */
const keepToRowLevelSecurity = async (db: Kysely<unknown>, role: LoginRole): Promise<void> => {
  const { rows } = await sql`select 1 from pg_roles where rolname = ${role} and (rolbypassrls or rolsuper)`.execute(db)
  if (rows.length > 0) await besideOthers(db, sql`alter role ${sql.id(role)} nosuperuser nobypassrls`)
}

/** That the role may not connect to this database is said only to who knew its password. */
const takesPassword = async (connectionString: string): Promise<boolean> => {
  const client = new Client({ connectionString, ...shortQuestionLimits })
  try {
    await client.connect()
    return true
  } catch (error) {
    return (error as { code?: string }).code === '42501'
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Another password would lock out the installation that uses the roles. */
const assertUnused = async (db: Kysely<unknown>, role: LoginRole): Promise<void> => {
  const { rows } = await sql<{ database: string }>`select distinct datname as database from pg_database,
    aclexplode(datacl) granted where granted.grantee = (select oid from pg_roles where rolname = ${role})`.execute(db)
  const [used] = rows
  if (!used) return
  throw new InstallationError(
    `This PostgreSQL serves another installation (database ${used.database}), and its role ${role} has another password: give each installation a PostgreSQL of its own, or correct DATABASE_URL or KEYS_URL.`,
  )
}

/** Executes a statement that other processes, which start at this moment, execute as well: PostgreSQL lets one through. */
export const besideOthers = async (db: Kysely<unknown>, statement: RawBuilder<unknown>): Promise<void> => {
  for (;;) {
    try {
      await statement.execute(db)
      return
    } catch (error) {
      if (!(error instanceof Error && error.message === 'tuple concurrently updated')) throw error
    }
  }
}

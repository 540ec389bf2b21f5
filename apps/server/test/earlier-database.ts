import { runMigrations } from 'graphile-worker'
import { Kysely, Migrator, PostgresDialect, sql } from 'kysely'
import { ownerPool } from '../../../tests/setup/owner-pool.ts'
import { migrations } from '../src/platform/database/index.ts'
import type { Keys } from '../src/platform/keys/index.ts'

/** The rows of recordings and secrets as the version before installation ids wrote them. */
const earlierRows = (keys: Keys, objectKey: string) => [
  sql`insert into app.clients values ('acme', 'Acme', 'en-GB', true, now(), now())`,
  sql`insert into app.account_secrets values ('acme', 'enrolment', ${keys.wrap(Buffer.from('secret'), 'test')}, now())`,
  sql`insert into app.payloads (client, payload_reference, payload_type, payload_state, "group", device_reference,
      device_ip, sequence, s3_path, meta, numbers, is_legacy, is_late, is_personal_number, payload_time, registered_at,
      receipt_confirmed_at, receipt_confirmed_by, updated_at, updated_by)
    values ('acme', 'one', 'Call', 'Processed', 'desk', 'device', '', 0, ${objectKey}, '{}', '{}', false, false, false,
      now(), now(), now(), 'ruth', now(), 'test')`,
]

/**
 * Migrates an empty database to the schema before installation ids, and adds an account with one recording. The login
 * roles must exist already.
 */
export const fillEarlierDatabase = async (ownerUrl: string, keys: Keys, objectKey: string): Promise<void> => {
  const pool = ownerPool(ownerUrl, { max: 1 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await sql`create schema app`.execute(db)
    await runMigrations({ pgPool: pool })
    const earlierMigrations = Object.entries(migrations).filter(([name]) => name < '0008')
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => Object.fromEntries(earlierMigrations.map(asMigration)) },
      migrationTableSchema: 'app',
      migrationTableName: 'migrations',
      migrationLockTableName: 'migration_lock',
    })
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
    for (const row of earlierRows(keys, objectKey)) await row.execute(db)
  } finally {
    await db.destroy()
  }
}

const asMigration = ([name, statements]: [string, readonly string[]]) =>
  [
    name,
    {
      up: async (db: Kysely<unknown>) => {
        for (const statement of statements) await sql.raw(statement).execute(db)
      },
    },
  ] as const

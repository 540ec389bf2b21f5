import pg from 'pg'
import type { TestServer } from '../setup/server.ts'

/** Trails record refusals, too, so only these tables may grow. */
const trails = ['user_activities', 'device_activities', 'activity_device_users']

const tablesQuery = `select table_schema as schema, table_name as name from information_schema.tables
  where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`

/** A hash of each table's content, queued jobs included, over all accounts; for comparing two times. */
export const contentsOfTables = async ({ settings }: TestServer): Promise<Record<string, string>> => {
  const owner = new pg.Client({ connectionString: settings.databaseUrl })
  await owner.connect()
  try {
    const { rows: tables } = await owner.query<{ schema: string; name: string }>(tablesQuery)
    const contents: Record<string, string> = {}
    for (const { schema, name } of tables.filter((table) => !trails.includes(table.name))) {
      const table = `${owner.escapeIdentifier(schema)}.${owner.escapeIdentifier(name)}`
      const { rows } = await owner.query<{ sum: string }>(
        `select count(*) || ' rows, ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from ${table} t`,
      )
      contents[table] = rows[0]?.sum ?? ''
    }
    return contents
  } finally {
    await owner.end()
  }
}

import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../setup/database.ts'

/**
 * Checks the catalogue of the database against docs/distribution.md, 'Schema'. Each query returns the breaches of a
 * rule.
 */

let database: TestDatabase
let owner: Client

beforeAll(async () => {
  database = await testDatabase()
  owner = new Client({ connectionString: database.ownerUrl })
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
  await database.drop()
})

/** Tables of the whole installation. They become reference tables, or have no rows of accounts. */
const globalTables = `('clients', 'installation', 'migrations', 'migration_lock')`

const tenantTables = `select c.oid, c.relname, c.relrowsecurity from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'app' and c.relkind in ('r', 'p') and c.relname not in ${globalTables}`

const firstColumn = `(select a.attname from pg_attribute a where a.attrelid = i.indrelid and a.attnum = i.indkey[0])`

const rules: [name: string, breaches: string][] = [
  [
    'client is text and required in every table',
    `select relname from (${tenantTables}) t where not exists (select 1 from pg_attribute a
       where a.attrelid = t.oid and a.attname = 'client' and a.atttypid = 'text'::regtype and a.attnotnull)`,
  ],
  [
    'every table has a primary key',
    `select relname from (${tenantTables}) t where not exists (select 1 from pg_index i where i.indrelid = t.oid and i.indisprimary)`,
  ],
  [
    'client comes first in every index, unique or not',
    `select i.indexrelid::regclass::text from (${tenantTables}) t join pg_index i on i.indrelid = t.oid where ${firstColumn} <> 'client'`,
  ],
  [
    'both sides of every foreign key between tables of accounts include client',
    `select c.conname from (${tenantTables}) t join pg_constraint c on c.conrelid = t.oid and c.contype = 'f'
       where c.confrelid not in (select oid from (${tenantTables}) others)
       or (select a.attname from pg_attribute a where a.attrelid = c.conrelid and a.attnum = c.conkey[1]) <> 'client'
       or (select a.attname from pg_attribute a where a.attrelid = c.confrelid and a.attnum = c.confkey[1]) <> 'client'`,
  ],
  [
    'no foreign key sets null or a default',
    `select c.conname from (${tenantTables}) t join pg_constraint c on c.conrelid = t.oid and c.contype = 'f' where c.confdeltype in ('n', 'd')`,
  ],
  [
    'every foreign key has an index that begins with its columns',
    `select c.conname from (${tenantTables}) t join pg_constraint c on c.conrelid = t.oid and c.contype = 'f'
       where not exists (select 1 from pg_index i where i.indrelid = t.oid
         and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)`,
  ],
  [
    'global tables reference nothing and are not referenced',
    `select c.conname from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
       left join pg_class target on target.oid = c.confrelid
       where n.nspname = 'app' and c.contype = 'f' and (t.relname in ${globalTables} or target.relname in ${globalTables})`,
  ],
  [
    'row-level security is on everywhere, with a policy for each login role',
    `select relname from (${tenantTables}) t where not relrowsecurity
       or (select count(*) from pg_policy p where p.polrelid = t.oid) < 2`,
  ],
  [
    'policies have no subquery',
    `select relname from (${tenantTables}) t join pg_policies p on p.schemaname = 'app' and p.tablename = t.relname
       where coalesce(p.qual, '') ~* 'select' or coalesce(p.with_check, '') ~* 'select'`,
  ],
  [
    'no triggers except those of foreign keys',
    `select g.tgname from (${tenantTables}) t join pg_trigger g on g.tgrelid = t.oid where not g.tgisinternal`,
  ],
  [
    'no identity columns',
    `select t.relname from (${tenantTables}) t join pg_attribute a on a.attrelid = t.oid where a.attidentity <> ''`,
  ],
  [
    'no sequences of int',
    `select s.sequencename from pg_sequences s where s.schemaname = 'app' and s.data_type <> 'bigint'::regtype`,
  ],
  ['no tables of the product in the schema public', `select tablename from pg_tables where schemaname = 'public'`],
  [
    'no login role bypasses row-level security',
    `select rolname from pg_roles where rolname like 'holdfast\\_%' and (rolbypassrls or rolsuper)`,
  ],
  [
    'no function of ours uses private tables of graphile_worker',
    `select proname from pg_proc where pronamespace = 'app'::regnamespace and prosrc like '%\\_private\\_%'`,
  ],
]

it.each(rules)('%s', async (_name, breaches) => {
  const { rows } = await owner.query(breaches)
  expect(rows).toEqual([])
})

it('the catalogue has tables of accounts, so the rules above are tested', async () => {
  const { rows } = await owner.query(tenantTables)
  expect(rows.length).toBeGreaterThan(20)
})

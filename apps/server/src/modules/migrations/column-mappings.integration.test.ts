import type { LegacyMigration, MigrationColumns, MigrationExport } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AccountWithExports } from '../../../test/account-with-exports.ts'
import { outcomeOf } from '../../../test/account-with-handsets.ts'

let account: AccountWithExports
beforeAll(async () => {
  account = await AccountWithExports.open()
})
afterAll(() => account?.close())

const users = 'Employee No;Team;E-Mail;Notes;First name;Family\n1007;Archive;seven@example.com;first;Ann;Lee\n'
const columns: MigrationColumns = {
  users: { 'employee no': 'device_user_reference', Team: 'group', 'E-Mail': 'email', Notes: null, Family: 'surname' },
}

const start = (folder: string, mapping: object) =>
  account.call('POST', '/migrations', { folder, source: 'old', is_dry_run: true, time_zone: 'UTC', columns: mapping })

it('reads a table with other titles, and returns how', async () => {
  const { ended, codes, rows } = await account.migrate(
    { 'groups.csv': 'group\nArchive\n', 'users.csv': users },
    { columns },
  )
  expect(rows).toEqual([])
  expect(codes).toEqual({ GroupAdded: 1, UserCreatedOnboarded: 1 })
  expect(ended.columns).toEqual(columns)
  const user = await account.account.read(({ db }) =>
    db
      .selectFrom('device_users')
      .select(['group', 'email'])
      .where('client', '=', 'northwind')
      .where('device_user_reference', '=', '1007')
      .executeTakeFirst(),
  )
  expect(user).toEqual({ group: 'Archive', email: 'seven@example.com' })
})

it.each<[string, object, string]>([
  ['a column that Holdfast does not have', { users: { Team: 'nonsense' } }, 'users has no column nonsense'],
  ['two columns as one', { users: { Team: 'group', 'E-Mail': 'group' } }, 'both Team and E-Mail are mapped to group'],
  ['a column that the file lacks', { users: { Missing: 'group' } }, 'no file of users has a column Missing'],
  ['a column twice', { users: { Team: 'group', ' team': 'email' } }, 'team is mapped twice'],
])('refuses %s', async (_, mapping, reason) => {
  const folder = await account.put({ 'users.csv': users })
  const answer = await start(folder, mapping)
  const { code, message } = (await answer.json()) as { code: string; message: string }
  expect([answer.status, code]).toEqual([400, 'migration.bad_columns'])
  expect(message).toContain(reason)
})

it('refuses a column beside the one that is mapped to its name', async () => {
  const folder = await account.put({ 'users.csv': 'device_user_reference,Number\na,b\n' })
  expect(await outcomeOf(await start(folder, { users: { Number: 'device_user_reference' } }))).toEqual([
    400,
    'migration.bad_columns',
  ])
  const leftOut = { users: { Number: 'device_user_reference', device_user_reference: null } }
  expect((await start(folder, leftOut)).status).toBe(200)
})

it('refuses tables that do not exist, and names of any length', async () => {
  const folder = await account.put({ 'users.csv': users })
  for (const mapping of [{ people: {} }, { users: { a: 1 } }, { users: 'a' }]) {
    expect(await outcomeOf(await start(folder, mapping))).toEqual([400, 'request.invalid'])
  }
  const long = { users: { ['x'.repeat(101)]: 'group' } }
  expect(await outcomeOf(await start(folder, long))).toEqual([400, 'migration.bad_columns'])
})

it('lists the titles of tables, also of sealed ones, and none that are too long', async () => {
  const { server } = account.account
  const upload = await fetch(
    `${server.origin}/api/client/v1/northwind/migration_exports/uploaded?file_name=users.csv&part=1&parts=1`,
    {
      method: 'PUT',
      body: users,
      headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${account.boss}` },
    },
  )
  expect(upload.status).toBe(204)
  const folder = await account.put({
    'users.csv': 'a,'.repeat(40_000),
    'devices.ndjson': '{}',
    'media/users.txt': 'a,b',
  })
  const { items } = await account.answered<{ items: MigrationExport[] }>('GET', '/migration_exports?limit=100')
  const columnsOf = (name: string) =>
    Object.fromEntries(
      items.find((one) => one.folder === name)?.files.map((file) => [file.file_name, file.columns]) ?? [],
    )
  expect(columnsOf('uploaded')).toEqual({
    'users.csv': ['Employee No', 'Team', 'E-Mail', 'Notes', 'First name', 'Family'],
  })
  expect(columnsOf(folder)).toEqual({ 'users.csv': null, 'devices.ndjson': null, 'media/users.txt': null })
  const { items: runs } = await account.answered<{ items: LegacyMigration[] }>('GET', '/migrations')
  expect(runs.some((run) => run.columns?.users?.Team === 'group')).toBe(true)
})

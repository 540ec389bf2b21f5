import type { MigrationState } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownerPool } from '../../../../../tests/setup/owner-pool.ts'
import { AccountWithExports } from '../../../test/account-with-exports.ts'
import { outcomeOf } from '../../../test/account-with-handsets.ts'
import { alertJobs } from '../alerts/index.ts'

let exports: AccountWithExports
beforeAll(async () => {
  exports = await AccountWithExports.open()
})
afterAll(() => exports?.close())

const userTitle = 'device_user_reference,group,services,email,first_name,surname'
const good = 'rui.melo,London,calls;sms,rui@example.com,Rui,Melo'
// Made of two pieces, so that no scanner takes this file for the test virus.
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('')

it.each<[string, Record<string, string | Uint8Array>, MigrationState, Record<string, number>]>([
  ['an empty table', { 'users.csv': '' }, 'Failed', {}],
  ['a title without rows', { 'users.csv': userTitle }, 'Failed', {}],
  [
    'another encoding',
    { 'users.csv': Buffer.from(`${userTitle}\njos\xe9,London`, 'latin1') },
    'PartialFail',
    { Error: 1 },
  ],
  [
    'a row that is broken between good ones',
    { 'users.csv': `${userTitle}\r\n${good}\r\nbad\r\nana.reis,London,calls,ana@example.com,Ana,Reis\r\n` },
    'PartialFail',
    { UserCreatedOnboarded: 1, Error: 1, UserAlreadyActiveInThePlatform: 1 },
  ],
  ['files of no kind only', { 'a.exe': 'x', 'b.dll': 'y' }, 'PartialFail', { UnknownFile: 2 }],
  [
    'a group that is not there',
    { 'users.csv': `${userTitle}\neva.lima,Nowhere,calls,eva@example.com,Eva,Lima` },
    'PartialFail',
    { Error: 1 },
  ],
  [
    'a device of nobody',
    { 'devices.csv': 'device_reference,device_user_reference,model\nOLD-9,nobody.here,Galaxy' },
    'PartialFail',
    { Error: 1 },
  ],
  [
    'content outside of the export',
    {
      'payloads.csv':
        'reference,payload_type,payload_time,device_user_reference,numbers,content_file\nx,Call,2023-01-01T00:00:00Z,rui.melo,+351912000001,../../recordings/x',
    },
    'PartialFail',
    { Error: 1 },
  ],
  [
    'a line of NDJSON that is no object',
    { 'groups.ndjson': '[1]\n{"group":"Faro"}\n' },
    'PartialFail',
    { Error: 1, GroupAdded: 1 },
  ],
  [
    'a NUL in a reference and in a title',
    {
      'groups.csv': 'group_reference\nDesk\0 1\nFaro-1\n',
      'users.csv': 'device_user_reference,a\0,a\0\nana.reis,,\n',
      'payloads.ndjson': '{"reference":"r\\u0000-1","payload_type":"Call\\ud800"}\n',
    },
    'PartialFail',
    { Error: 3, GroupAdded: 1 },
  ],
  [
    'a value that is nested deeply',
    {
      'groups.ndjson': `{"group_reference":"Deep","tags":${'['.repeat(5000)}${']'.repeat(5000)}}\n{"group_reference":"Faro-2"}\n`,
    },
    'PartialFail',
    { Error: 1, GroupAdded: 1 },
  ],
  ['a virus', { 'users.csv': `${userTitle}\n${good}`, 'media/a.amr': eicar }, 'Quarantined', {}],
])('%s is told, and what is good is imported', async (_, files, state, codes) => {
  const { ended, codes: found } = await exports.migrate(files)
  expect([ended.migration_state, found]).toEqual([state, codes])
  expect(ended.error_message === null).toBe(state === 'PartialFail')
})

it('keeps a row without its texts if the database refuses them, and goes on', async () => {
  const owner = ownerPool(exports.account.server.settings.databaseUrl)
  try {
    await owner.query("alter table app.legacy_migration_rows add constraint refusing check (reference <> 'refused')")
    const { codes, rows } = await exports.migrate({
      'groups.ndjson': '{"group_reference":"refused","tags":"bad"}\n{"group_reference":"Faro-3"}\n',
    })
    expect(codes).toEqual({ Error: 1, GroupAdded: 1 })
    expect(rows).toMatchObject([
      { row_number: 1, reference: null, cells: null, message: 'The row could not be stored' },
    ])
  } finally {
    await owner.query('alter table app.legacy_migration_rows drop constraint refusing')
    await owner.end()
  }
})

it('ends the alert of a failed run 30 days later', async () => {
  const alerts = () =>
    exports.account.read(({ db }) =>
      db
        .selectFrom('alerts')
        .select(['alert_state', 'last_occurrence', 'expires_after'])
        .where('client', '=', 'northwind')
        .where('condition', '=', 'migration_failed')
        .execute(),
    )
  const endAlerts = async () => {
    const context = { platform: exports.account.server.api.platform, attempt: 1, signal: AbortSignal.timeout(60_000) }
    for (const job of alertJobs) await job.handle(context, {})
    return [...new Set((await alerts()).map(({ alert_state }) => alert_state))]
  }
  const { ended } = await exports.migrate({ 'groups.ndjson': '[1]' })
  expect(ended.migration_state).toBe('PartialFail')
  expect(await endAlerts()).toEqual(['Triggered'])
  const daysOf = ({ last_occurrence, expires_after }: { last_occurrence: string; expires_after: string | null }) =>
    Math.round((Date.parse(expires_after ?? '') - Date.parse(last_occurrence)) / 86_400_000)
  expect([...new Set((await alerts()).map(daysOf))]).toEqual([30])
  const past = new Date(Date.now() - 1000).toISOString()
  await exports.account.write(({ db }) =>
    db
      .updateTable('alerts')
      .set({ expires_after: past })
      .where('client', '=', 'northwind')
      .where('condition', '=', 'migration_failed')
      .execute(),
  )
  expect(await endAlerts()).toEqual(['Cleared'])
})

it('raises an alert and tells the trail', async () => {
  const { alerts, events } = await exports.account.read(async ({ db }) => ({
    alerts: await db.selectFrom('alerts').select('condition').where('client', '=', 'northwind').execute(),
    events: await db.selectFrom('user_activities').select('events').where('client', '=', 'northwind').execute(),
  }))
  expect(alerts.map(({ condition }) => condition)).toContain('migration_failed')
  const names = events.flatMap((activity) => activity.events.map(({ event }) => event))
  expect(names).toContain('migration.started')
  expect(names).toContain('migration.finished')
})

it('refuses hostile names and parts', async () => {
  const upload = (query: string) =>
    exports.account.server.call('PUT', `/api/client/v1/northwind/migration_exports/mine?${query}`, {
      token: exports.boss,
      body: Buffer.from('x'),
      headers: { 'content-type': 'application/octet-stream' },
    })
  const hidden = ['vsc.%E2%80%AElxs', '%E2%81%A6a.csv', '%20', '.', '%20.%20', '%C2%A0', '%E2%80%8B.']
  for (const name of ['..%2Fx.csv', 'a%2Fb.csv', 'a%00.csv', '', ...hidden]) {
    expect((await outcomeOf(await upload(`file_name=${name}&part=1&parts=1`)))[0]).toBe(400)
  }
  expect(await outcomeOf(await upload('file_name=a.csv&part=2&parts=1'))).toEqual([400, 'request.malformed'])
  const start = (folder: string) =>
    exports.call('POST', '/migrations', { folder, source: 'old', is_dry_run: true, time_zone: 'UTC' })
  for (const folder of ['../southwind', '.', 'a/b', 'mine.parts']) {
    expect(await outcomeOf(await start(folder))).toEqual([400, 'request.invalid'])
  }
})

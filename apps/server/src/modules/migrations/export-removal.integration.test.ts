import type { LegacyMigration, MigrationExport } from '@holdfast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AccountWithExports } from '../../../test/account-with-exports.ts'
import { removeExport } from './exports/remove-export.ts'
import { legacyReference } from './payloads/legacy-reference.ts'
import { reconcileMigration } from './reconciliation/reconcile-migration.ts'

let account: AccountWithExports
let clerk: string

beforeAll(async () => {
  account = await AccountWithExports.open()
  clerk = await account.account.signIn('clerk', 'Account Administrator')
})
afterAll(() => account?.close())

const title = 'reference,payload_type,payload_time,device_user_reference,numbers,direction,duration,content_file\n'
const base = {
  'groups.csv': 'group_reference\nMigrated\n',
  'users.csv': 'device_user_reference,group,services\nana.reis,Migrated,calls sms\n',
  'devices.csv':
    'device_reference,device_user_reference,group,imeis,model\nOLD-1,ana.reis,Migrated,359881030314356,Pixel 4\n',
}
const call = (reference: string, person = 'ana.reis') =>
  `${reference},Call,2024-05-02T10:00:00Z,${person},+351210000001,I,60,${reference}.m4a\n`
const filesWith = (reference: string, ...more: string[]) => ({
  ...base,
  'payloads.csv': title + call(reference) + more.join(''),
  [`${reference}.m4a`]: `the sound of ${reference}`,
})

const worker = (signal = AbortSignal.timeout(60_000), platform = {}) => ({
  platform: { ...account.account.server.api.platform, ...platform },
  attempt: 1,
  signal,
})
const reconcile = (migration_id: string) => reconcileMigration.handle(worker(), { client: 'northwind', migration_id })
const remove = (migration_id: string, size: object = {}) =>
  removeExport.handle(worker(), { client: 'northwind', migration_id, ...size })
const change = (migration_id: string, body: object, token?: string) =>
  account.call('POST', `/migrations/${migration_id}`, body, token)
const askRemoval = (migration_id: string, token?: string) => change(migration_id, { operation: 'remove_export' }, token)
const refusal = async (answer: Response): Promise<[number, string]> => [
  answer.status,
  ((await answer.json()) as { code: string }).code,
]
const runOf = async (migration_id: string): Promise<LegacyMigration> => (await account.ended(migration_id)).ended

const sign = async (migration_id: string, token?: string) => {
  expect((await change(migration_id, { operation: 'sign_off', note: 'Checked' }, token)).status).toBe(200)
}

/** A run of this folder that two people have signed. */
const signed = async (folder: string, source: string): Promise<LegacyMigration> => {
  const { ended } = await account.run(folder, { source })
  await reconcile(ended.migration_id)
  await sign(ended.migration_id)
  await sign(ended.migration_id, clerk)
  return runOf(ended.migration_id)
}

const keysOf = async (folder: string): Promise<string[]> => {
  const keys: string[] = []
  const { objects } = account.account.server.api.platform
  for await (const { key } of objects.list('migrations/northwind/')) {
    if (key.startsWith(`migrations/northwind/${folder}/`) || key.startsWith(`migrations/northwind/${folder}.parts/`)) {
      keys.push(key)
    }
  }
  return keys
}

const upload = (folder: string, name: string, content: string) =>
  fetch(
    `${account.account.server.origin}/api/client/v1/northwind/migration_exports/${folder}?file_name=${name}&part=1&parts=1`,
    {
      method: 'PUT',
      headers: { authorization: `Bearer ${account.boss}`, 'content-type': 'application/octet-stream' },
      body: content,
    },
  )

const exportsOf = async (folder: string): Promise<MigrationExport[]> =>
  (await account.answered<{ items: MigrationExport[] }>('GET', `/migration_exports?filter[folders][0]=${folder}`)).items

test('an export is removed once two people have signed its migration, and not before', async () => {
  const folder = await account.put(filesWith('signed'))
  expect((await upload(folder, 'note.m4a', 'uploaded')).status).toBe(204)
  const { ended: trial } = await account.run(folder, { source: 'removing', is_dry_run: true })
  expect(await refusal(await askRemoval(trial.migration_id))).toEqual([409, 'migration.illegal_transition'])

  const { ended } = await account.run(folder, { source: 'removing' })
  const { migration_id } = ended
  expect(await refusal(await askRemoval(migration_id))).toEqual([409, 'migration.not_reconciled'])
  await reconcile(migration_id)
  expect(await refusal(await askRemoval(migration_id))).toEqual([409, 'migration.not_signed'])
  await sign(migration_id)
  expect(await refusal(await askRemoval(migration_id))).toEqual([409, 'migration.not_signed'])
  await sign(migration_id, clerk)
  expect((await runOf(migration_id)).may).toEqual(['reconcile', 'remove_export'])

  const auditor = await account.account.signIn('iris', 'Auditor')
  const reader = await account.account.signIn('rita', 'Reviewer')
  for (const token of [auditor, reader]) expect((await askRemoval(migration_id, token)).status).toBe(403)
  expect((await askRemoval(migration_id, 'no token')).status).toBe(401)
  expect((await change(migration_id, { operation: 'remove_export', note: 'Now' })).status).toBe(400)
  expect((await askRemoval('01ARZ3NDEKTSV4RRFFQ69G5FAV')).status).toBe(404)

  const again = await account.start(folder, { source: 'removing' })
  expect(await refusal(await askRemoval(migration_id))).toEqual([409, 'migration.export_in_use'])
  await change(again, { operation: 'stop' })
  expect(await refusal(await askRemoval(migration_id))).toEqual([409, 'migration.export_in_use'])
  await change(again, { operation: 'resume' })
  await account.work(again)
  expect(await exportsOf(folder)).toMatchObject([{ folder, file_count: 6 }])
  expect(await keysOf(folder)).toHaveLength(6)

  // No run has read a later file, also not one of the same length.
  expect((await upload(folder, 'groups.csv', base['groups.csv'].replace('Migrated', 'Imported'))).status).toBe(204)
  expect(await refusal(await askRemoval(migration_id))).toEqual([409, 'migration.export_changed'])
  expect((await upload(folder, 'groups.csv', base['groups.csv'])).status).toBe(204)
  expect((await upload(folder, 'payloads-2.csv', title + call('later'))).status).toBe(204)
  expect(await refusal(await askRemoval(migration_id))).toEqual([409, 'migration.export_changed'])
  const [listed] = await exportsOf(folder)
  const { ended: whole } = await account.run(folder, { source: 'removing' })
  await reconcile(whole.migration_id)
  await sign(whole.migration_id)
  await sign(whole.migration_id, clerk)

  const begun = (await (await askRemoval(whole.migration_id)).json()) as LegacyMigration
  expect(begun).toMatchObject({ is_removing_export: true, export_removed_at: null, export_removed_by: 'boss' })
  expect(await exportsOf(folder)).toEqual([])
  expect(await refusal(await upload(folder, 'late.m4a', 'late'))).toEqual([409, 'migration.export_removed'])
  const start = { folder, source: 'removing', is_dry_run: false, time_zone: 'Europe/Lisbon' }
  expect(await refusal(await account.call('POST', '/migrations', start))).toEqual([409, 'migration.export_removed'])

  const size = { files: 7, bytes: listed?.bytes }
  await remove(whole.migration_id, size)
  expect(await keysOf(folder)).toEqual([])
  for (const id of [migration_id, trial.migration_id, again]) {
    expect(await runOf(id)).toMatchObject({ is_removing_export: false, export_removed_by: 'boss' })
    expect((await runOf(id)).export_removed_at).not.toBeNull()
  }
  const kept = await runOf(migration_id)
  expect(kept.signatures).toHaveLength(2)
  expect(kept.may).toEqual(['reconcile'])
  expect(await refusal(await askRemoval(migration_id))).toEqual([409, 'migration.export_removed'])
  expect(await refusal(await account.call('POST', '/migrations', start))).toEqual([409, 'migration.export_removed'])
  await remove(migration_id)

  await change(migration_id, { operation: 'reconcile' })
  await reconcile(migration_id)
  expect(await runOf(migration_id)).toMatchObject({
    reconciliation: { sample_opened: 1, sample_failures: 0, differences: 0 },
    signatures: [{ by: 'boss' }, { by: 'clerk' }],
  })
  const trail = await account.account.read(({ db }) =>
    db
      .selectFrom('user_activities')
      .select(['call', 'events'])
      .where('client', '=', 'northwind')
      .orderBy('log_id')
      .execute(),
  )
  const removal = trail.filter(({ events }) => JSON.stringify(events).includes('migration.export_remov'))
  expect(removal.map(({ call }) => call)).toEqual(['POST /migrations/{migration_id}', 'JOB remove_migration_export'])
  const told = removal.flatMap(({ events }) => events.map(({ details }) => details))
  for (const details of told) expect(details).toMatchObject({ migration_id: whole.migration_id, folder, ...size })
})

test('a removal that was killed goes on with what is left', async () => {
  const { migration_id, folder } = await signed(await account.put(filesWith('killed')), 'killed')
  expect((await askRemoval(migration_id)).status).toBe(200)
  const { objects } = account.account.server.api.platform
  const killed = new AbortController()
  const killing = new Proxy(objects, {
    get: (store, name) => {
      if (name !== 'erase') return Reflect.get(store, name, store).bind?.(store)
      return async (key: string) => {
        await store.erase(key)
        killed.abort()
      }
    },
  })
  const killedWorker = worker(killed.signal, { objects: killing })
  await expect(removeExport.handle(killedWorker, { client: 'northwind', migration_id })).rejects.toThrow()
  expect(await keysOf(folder)).toHaveLength(4)
  expect((await runOf(migration_id)).is_removing_export).toBe(true)
  await remove(migration_id)
  expect(await keysOf(folder)).toEqual([])
})

test('a new export of the same name is another one', async () => {
  const { migration_id, folder } = await signed(await account.put(filesWith('first')), 'named-again')
  const other = await account.put(filesWith('other'))
  await askRemoval(migration_id)
  await remove(migration_id)
  expect((await upload(folder, 'groups.csv', base['groups.csv'])).status).toBe(204)
  const { ended } = await account.run(folder, { source: 'named-again' })
  expect(ended).toMatchObject({ migration_state: 'Migrated', export_removed_at: null, export_removed_by: null })
  expect(await refusal(await askRemoval(migration_id))).toEqual([409, 'migration.export_removed'])
  expect(await keysOf(other)).toHaveLength(5)
})

test('rows that were not imported keep the export while a legal hold is active, and can be read afterwards', async () => {
  const folder = await account.put(filesWith('held', call('lost', 'nobody')))
  const run = await signed(folder, 'held')
  const { migration_id } = run
  expect(run.migration_state).toBe('PartialFail')
  const officer = await account.account.signIn('olga', 'Compliance Officer')
  const held = { payload_references: [legacyReference('held', 'held')] }
  expect((await account.call('POST', '/matters/General/holds', held, officer)).status).toBe(200)
  expect(await refusal(await askRemoval(migration_id))).toEqual([409, 'migration.export_held'])
  expect(await keysOf(folder)).toHaveLength(5)

  await account.account.write(({ db }) =>
    db.updateTable('legal_holds').set({ is_active: false }).where('client', '=', 'northwind').execute(),
  )
  expect((await askRemoval(migration_id)).status).toBe(200)
  await remove(migration_id)
  expect(await keysOf(folder)).toEqual([])
  const { rows } = await account.ended(migration_id)
  expect(rows.at(-1)).toMatchObject({ code: 'PayloadWithNoMatchingUser', cells: { reference: 'lost' } })
})

import { createHash } from 'node:crypto'
import type { LegacyMigration, MigrationReconciliationRow, Payload, PayloadAudit } from '@holdfast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AccountWithExports } from '../../../test/account-with-exports.ts'
import { processingJobs } from '../processing/index.ts'
import { legacyReference } from './payloads/legacy-reference.ts'
import { reconcileMigration } from './reconciliation/reconcile-migration.ts'

let account: AccountWithExports
let clerk: string

beforeAll(async () => {
  account = await AccountWithExports.open()
  clerk = await account.account.signIn('clerk', 'Account Administrator')
})
afterAll(() => account?.close())

const people = 'device_user_reference,group,services\nana.reis,Migrated,calls sms\n'
const devices =
  'device_reference,device_user_reference,group,imeis,model\nOLD-1,ana.reis,Migrated,359881030314356,Pixel 4\n'
const title = 'reference,payload_type,payload_time,device_user_reference,numbers,direction,duration,content_file\n'
const base = { 'groups.csv': 'group_reference\nMigrated\n', 'users.csv': people, 'devices.csv': devices }

const call = (reference: string, time: string, { person = 'ana.reis', file = '' } = {}) =>
  `${reference},Call,${time},${person},+351210000001,I,60,${file}\n`

/** Does what a worker does after a run. */
const reconcile = (migration_id: string): Promise<void> =>
  reconcileMigration.handle(
    { platform: account.account.server.api.platform, attempt: 1, signal: AbortSignal.timeout(60_000) },
    { client: 'northwind', migration_id },
  )

const rowsOf = async (migration_id: string, grain: string, more = ''): Promise<MigrationReconciliationRow[]> => {
  const path = `/migrations/${migration_id}/reconciliation?filter[grain]=${grain}${more}`
  return (await account.answered<{ items: MigrationReconciliationRow[] }>('GET', path)).items
}

const change = (migration_id: string, body: object, token?: string) =>
  account.call('POST', `/migrations/${migration_id}`, body, token)

const migrated = async (files: Record<string, string>, source: string): Promise<LegacyMigration> => {
  const { ended } = await account.migrate(files, { source })
  await reconcile(ended.migration_id)
  return (await account.ended(ended.migration_id)).ended
}

test('shows what did not arrive and why, and nothing more once it is mended', async () => {
  const files = {
    ...base,
    'payloads.csv':
      title +
      call('one', '2024-05-01T23:30:00Z', { file: 'one.m4a' }) +
      call('two', '2024-05-02T10:00:00Z') +
      call('three', '2024-05-02T11:00:00Z', { person: 'nobody' }),
    'one.m4a': 'the sound of one',
  }
  const run = await migrated(files, 'first')
  expect(run.is_reconciling).toBe(false)
  expect(run.reconciliation).toMatchObject({
    is_outdated: false,
    has_totals: false,
    sample_size: 2,
    sample_opened: 1,
    sample_failures: 0,
  })
  const [calls] = await rowsOf(run.migration_id, 'payload_type')
  expect(calls).toMatchObject({
    key: null,
    payload_type: 'Call',
    stated_by: 'rows',
    stated_payloads: 3,
    stated_seconds: 180,
    stated_bytes: 16,
    arrived_payloads: 2,
    arrived_seconds: 120,
    arrived_bytes: 16,
    waiting_payloads: 1,
    difference: -1,
    difference_bytes: 0,
    is_different: true,
    reasons: [{ code: 'PayloadWithNoMatchingUser', payloads: 1 }],
  })
  // A day is one of the time zone of the run: Lisbon.
  expect((await rowsOf(run.migration_id, 'day')).map(({ key, difference }) => [key, difference])).toEqual([
    ['2024-05-02', -1],
  ])
  expect((await rowsOf(run.migration_id, 'person', '&filter[differences_only]=true')).map(({ key }) => key)).toEqual([
    'nobody',
  ])

  const mended = { 'payloads.csv': title + call('three', '2024-05-02T11:00:00Z') }
  await migrated(mended, 'first')
  const outdated = (await account.ended(run.migration_id)).ended
  expect(outdated.reconciliation?.is_outdated).toBe(true)
  expect((await change(run.migration_id, { operation: 'sign_off', note: 'Fine' })).status).toBe(409)
  expect((await change(run.migration_id, { operation: 'reconcile' })).status).toBe(200)
  await reconcile(run.migration_id)
  const [now] = await rowsOf(run.migration_id, 'payload_type')
  expect(now).toMatchObject({
    stated_payloads: 3,
    arrived_payloads: 3,
    difference: 0,
    is_different: false,
    reasons: [],
  })
})

test('agrees once rejected rows were loaded again, by what the mended rows say', async () => {
  const files = {
    ...base,
    'payloads.csv':
      title +
      call('loaded', '2024-05-02T10:00:00Z', { file: 'loaded.m4a' }) +
      call('no-time', '32 May 2024', { file: 'no-time.m4a' }) +
      call('no-person', '2024-06-02T10:00:00Z', { person: 'nobody' }) +
      call('no-file', '2024-06-03T10:00:00Z', { file: 'no-file.m4a' }) +
      call('content-later', '2024-06-04T10:00:00Z'),
    'loaded.m4a': 'the sound of loaded',
    'no-time.m4a': 'the sound of no-time',
    'totals.csv': 'month,payload_type,payloads\n2024-05,Call,2\n2024-06,Call,3\n',
  }
  const run = await migrated(files, 'mended')
  expect(run.reconciliation?.differences).toBeGreaterThan(0)
  const mendedRows =
    title +
    call('no-time', '2024-05-31T10:00:00Z', { file: 'no-time.m4a' }) +
    call('no-person', '2024-06-02T10:00:00Z') +
    call('no-file', '2024-06-03T10:00:00Z', { file: 'no-file.m4a' }) +
    call('content-later', '2024-06-04T10:00:00Z', { file: 'content-later.m4a' })
  const mended = {
    'payloads.csv': mendedRows,
    'no-time.m4a': 'the sound of no-time',
    'no-file.m4a': 'the sound of no-file',
    'content-later.m4a': 'the content',
  }
  await migrated(mended, 'mended')
  // The newest row of a recording is a rejected one: what arrived is counted by the row that brought it.
  await migrated({ 'payloads.csv': title + call('no-time', 'never') }, 'mended')
  expect((await change(run.migration_id, { operation: 'reconcile' })).status).toBe(200)
  await reconcile(run.migration_id)
  for (const grain of ['payload_type', 'person', 'group', 'month', 'day', 'sample']) {
    expect([grain, await rowsOf(run.migration_id, grain, '&filter[differences_only]=true')]).toEqual([grain, []])
  }
  expect((await account.ended(run.migration_id)).ended.reconciliation).toMatchObject({
    is_outdated: false,
    differences: 0,
    sample_size: 5,
    sample_failures: 0,
  })
  const [calls] = await rowsOf(run.migration_id, 'person')
  expect(calls).toMatchObject({ key: 'ana.reis', stated_payloads: 5, stated_seconds: 300, arrived_payloads: 5 })
})

test('a repeat that brings nothing leaves a reconciliation up to date', async () => {
  const files = { ...base, 'payloads.csv': title + call('repeated', '2024-05-02T10:00:00Z') }
  const { migration_id } = await migrated(files, 'repeated')
  const { codes } = await account.migrate(files, { source: 'repeated' })
  expect(codes.PayloadAlreadyLoaded).toBe(1)
  expect((await account.ended(migration_id)).ended.reconciliation?.is_outdated).toBe(false)
  await account.migrate({ 'payloads.csv': title + call('new', '2024-05-02T10:00:00Z') }, { source: 'repeated' })
  expect((await account.ended(migration_id)).ended.reconciliation?.is_outdated).toBe(true)
})

test('a sample has recordings with content first, and figures of ours only if they were measured', async () => {
  const without = Array.from({ length: 30 }, (_, index) => call(`without-${index}`, '2024-05-03T10:00:00Z')).join('')
  const files = {
    ...base,
    'payloads.csv': title + without + call('with', '2024-05-03T10:00:00Z', { file: 'with.m4a' }),
    'with.m4a': 'content',
  }
  const { migration_id, reconciliation } = await migrated(files, 'drawn')
  expect(reconciliation).toMatchObject({ sample_size: 20, sample_failures: 0 })
  const rows = await rowsOf(migration_id, 'sample')
  const opened = rows.find(({ key }) => key === legacyReference('drawn', 'with'))
  expect(opened).toMatchObject({
    stated_seconds: 60,
    arrived_seconds: null,
    difference_seconds: null,
    arrived_bytes: 7,
  })
  const others = rows.filter((row) => row !== opened)
  expect(others).toHaveLength(19)
  for (const row of others) {
    expect(row).toMatchObject({
      arrived_seconds: null,
      arrived_bytes: null,
      difference_bytes: null,
      is_different: false,
    })
  }
})

test('a sample opens recordings and compares them with the files of the source', async () => {
  const sound = 'the sound of a sample'
  const files = {
    ...base,
    'payloads.csv': title + call('sampled', '2024-05-03T10:00:00Z', { file: 'sampled.m4a' }),
    'sampled.m4a': sound,
  }
  const { migration_id, reconciliation } = await migrated(files, 'sampled')
  const [row, ...others] = await rowsOf(migration_id, 'sample')
  const sha256 = createHash('sha256').update(sound).digest('hex')
  expect(others).toEqual([])
  expect(row).toMatchObject({
    stated_bytes: sound.length,
    arrived_bytes: sound.length,
    // It is no sound that can be decoded.
    arrived_seconds: null,
    difference_seconds: null,
    is_different: false,
    sample: {
      file_name: 'payloads.csv',
      row_number: 1,
      legacy_sha256: sha256,
      content_sha256: sha256,
      is_same_content: true,
    },
  })
  expect(reconciliation?.seed).toMatch(/^[0-9a-f]{32}$/)
})

test('totals of the source are compared with all that its runs brought, by the keys that they have', async () => {
  const totals = 'month,payload_type,payloads,seconds\n2024-05,Call,3,180\n2024-06,Call,1,60\n'
  const files = {
    ...base,
    'totals.csv': totals,
    'payloads.csv': title + call('a', '2024-05-03T10:00:00Z') + call('b', '2024-05-04T10:00:00Z'),
  }
  await migrated({ ...base, 'payloads.csv': title + call('c', '2024-05-05T10:00:00Z') }, 'counted')
  const { migration_id, reconciliation, statistics } = await migrated(files, 'counted')
  expect(reconciliation?.has_totals).toBe(true)
  // Totals are no rows of the migration.
  expect(statistics.rows).toBe(2 + 1 + 1 + 1)
  expect(
    (await rowsOf(migration_id, 'month')).map(({ key, stated_by, stated_payloads, stated_bytes, difference }) => [
      key,
      stated_by,
      stated_payloads,
      stated_bytes,
      difference,
    ]),
  ).toEqual([
    ['2024-05', 'totals', 3, null, 0],
    ['2024-06', 'totals', 1, null, -1],
  ])
  const [all] = await rowsOf(migration_id, 'payload_type')
  expect(all).toMatchObject({ stated_by: 'totals', stated_payloads: 4, arrived_payloads: 3, difference: -1 })
  const [person] = await rowsOf(migration_id, 'person')
  expect(person).toMatchObject({ key: 'ana.reis', stated_by: 'rows', stated_payloads: 2, difference: 0 })
})

test('two different people sign a run off, and a result that changed ends their signatures', async () => {
  const files = { ...base, 'payloads.csv': title + call('signed', '2024-05-03T10:00:00Z') }
  const { migration_id, may } = await migrated(files, 'signed')
  expect(may).toEqual(['reconcile', 'sign_off'])
  expect((await change(migration_id, { operation: 'sign_off' })).status).toBe(400)
  expect((await change(migration_id, { operation: 'sign_off', note: 'Checked against the old console' })).status).toBe(
    200,
  )
  const again = await change(migration_id, { operation: 'sign_off', note: 'Once more' })
  expect([again.status, ((await again.json()) as { code: string }).code]).toEqual([409, 'migration.signed_by_same'])
  const second = await change(migration_id, { operation: 'sign_off', note: 'Agreed' }, clerk)
  const { signatures } = (await second.json()) as LegacyMigration
  expect(signatures.map(({ note }) => note)).toEqual(['Checked against the old console', 'Agreed'])

  await change(migration_id, { operation: 'reconcile', sample_size: 0 })
  await reconcile(migration_id)
  expect((await account.ended(migration_id)).ended.signatures).toHaveLength(2)

  await account.account.server.api.platform.database.transaction('northwind', async (tx) => {
    await tx.db
      .updateTable('payloads')
      .set({ payload_state: 'Deleted' })
      .where('client', '=', tx.client)
      .where('payload_reference', 'like', 'LEG-%')
      .execute()
  })
  await change(migration_id, { operation: 'reconcile' })
  await reconcile(migration_id)
  expect((await account.ended(migration_id)).ended.signatures).toEqual([])
  const [row] = await rowsOf(migration_id, 'payload_type')
  expect(row).toMatchObject({ arrived_payloads: 0, destroyed_payloads: 1, difference: 0 })
})

test('dry runs are neither reconciled nor signed', async () => {
  const { ended } = await account.migrate({ ...base }, { is_dry_run: true, source: 'dry' })
  for (const body of [{ operation: 'reconcile' }, { operation: 'sign_off', note: 'Fine' }]) {
    const answer = await change(ended.migration_id, body)
    expect(((await answer.json()) as { code: string }).code).toBe('migration.illegal_transition')
  }
})

/** A second of silence, as WAV. */
const silence = (): Buffer => {
  const samples = 8000
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples * 2, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(samples, 24)
  header.writeUInt32LE(samples * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples * 2, 40)
  return Buffer.concat([header, Buffer.alloc(samples * 2)])
}

test('a legacy recording arrives like any other, and its trail says where custody begins', async () => {
  const files = { ...base, 'payloads.csv': title + call('played', '2024-05-06T10:00:00Z', { file: 'played.wav' }) }
  await account.migrate({ ...files, 'played.wav': silence() }, { source: 'arriving' })
  const payload_reference = legacyReference('arriving', 'played')
  const context = { platform: account.account.server.api.platform, attempt: 1, signal: AbortSignal.timeout(60_000) }
  const process = processingJobs.find(({ definition }) => definition.name === 'process_payload')
  await process?.handle(context, { client: 'northwind', payload_reference } as never)
  const arrivals = await account.account.read(({ db }) =>
    db
      .selectFrom('payload_arrivals')
      .select('payload_state')
      .where('client', '=', 'northwind')
      .where('payload_reference', '=', payload_reference)
      .execute(),
  )
  expect(arrivals).toEqual([{ payload_state: 'Processed' }])
  const { records } = await account.answered<PayloadAudit>('GET', `/payloads/${payload_reference}/audit`)
  expect(records.find(({ action }) => action === 'payload.imported')?.imported).toMatchObject({
    source: 'arriving',
    reference: 'played',
    file_name: 'payloads.csv',
    row_number: 1,
    content_sha256: createHash('sha256').update(silence()).digest('hex'),
  })
  expect((await account.answered<Payload>('GET', `/payloads/${payload_reference}`)).sequence).toBeNull()
})

test('people who may not see migrations see no result of them', async () => {
  const reader = await account.account.signIn('rita', 'Reviewer')
  const { ended } = await account.migrate(base, { source: 'secret' })
  const path = `/migrations/${ended.migration_id}/reconciliation`
  expect((await account.call('GET', path, undefined, reader)).status).toBe(403)
  expect((await change(ended.migration_id, { operation: 'sign_off', note: 'Mine' }, reader)).status).toBe(403)
  expect((await account.call('GET', '/migrations/01ARZ3NDEKTSV4RRFFQ69G5FAV/reconciliation')).status).toBe(404)
})

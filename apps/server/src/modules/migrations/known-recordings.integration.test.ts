import { afterAll, beforeAll, expect, it } from 'vitest'
import { AccountWithExports, type MigrationFields } from '../../../test/account-with-exports.ts'
import { destroyPayloads } from '../destruction/index.ts'
import { legacyReference } from './payloads/legacy-reference.ts'

let exports: AccountWithExports
let account: AccountWithExports['account']
let officer: string
const client = 'northwind'

const users = `device_user_reference,group,services,email,first_name,surname,is_active,onboard_date
rui.melo,Porto,calls,rui@example.com,Rui,Melo,true,2020-01-02
eva.lima,Porto,calls,eva@example.com,Eva,Lima,true,2020-01-02
`
const devices = (...rows: string[]) => ['device_reference,device_user_reference,model', ...rows].join('\n')
const title = 'reference,payload_type,payload_time,device_user_reference,device_reference,direction,duration,numbers'
const row = (fields: Record<string, string> & { reference: string }) => {
  const { reference, type = 'Call', time = '2023-05-01T10:00:00Z', person = '', device = '' } = fields
  const { direction = 'I', duration = '10', numbers = '+351912999999' } = fields
  const { content_file = '', state = '', notes = '' } = fields
  return [reference, type, time, person, device, direction, duration, numbers, content_file, state, notes].join(',')
}
const table = (...rows: string[]) => [`${title},content_file,state,notes`, ...rows].join('\n')

beforeAll(async () => {
  exports = await AccountWithExports.open()
  account = exports.account
  officer = await account.signIn('olga', 'Compliance Officer')
  await exports.migrate({
    'groups.csv': 'group_reference\nPorto\n',
    'users.csv': users,
    'devices.csv': devices('OLD-1,rui.melo,S8', 'OLD-2,eva.lima,S8', 'OLD-3,eva.lima,S8'),
  })
})
afterAll(() => exports?.close())

const load = async (rows: string[], fields?: MigrationFields, media: Record<string, string> = {}) => {
  const { codes, rows: kept } = await exports.migrate({ 'payloads.csv': table(...rows), ...media }, fields)
  return { codes, messages: kept.map(({ message }) => message) }
}
const storedRow = (reference: string) =>
  account.read(({ db }) =>
    db
      .selectFrom('payloads')
      .selectAll()
      .where('client', '=', client)
      .where('payload_reference', '=', legacyReference('old', reference))
      .executeTakeFirst(),
  )
const custody = (reference: string) =>
  account.read(({ db }) =>
    db
      .selectFrom('custody_events')
      .select(['event', 'actor_kind', 'actor', 'details'])
      .where('client', '=', client)
      .where('payload_reference', '=', legacyReference('old', reference))
      .orderBy('event_id')
      .execute(),
  )
const trail = async (reference: string) => {
  const entries = await account.read(({ db }) =>
    db
      .selectFrom('user_activities')
      .select(['group', 'events'])
      .where('client', '=', client)
      .where('call', '=', 'JOB run_migration')
      .execute(),
  )
  return entries.filter(({ events }) => JSON.stringify(events).includes(legacyReference('old', reference)))
}
const hold = async (reference: string) => {
  const body = { payload_references: [legacyReference('old', reference)] }
  const answer = await exports.call('POST', '/matters/General/holds', body, officer)
  if (!answer.ok) throw new Error(await answer.text())
}
const setState = (reference: string, payload_state: 'Processed' | 'Transferred') =>
  account.write(({ db }) =>
    db
      .updateTable('payloads')
      .set({ payload_state })
      .where('client', '=', client)
      .where('payload_reference', '=', legacyReference('old', reference))
      .execute(),
  )

it('leaves a recording unchanged that a hold reaches, and takes its content all the same', async () => {
  await load([row({ reference: 'held', person: 'rui.melo' })])
  await hold('held')
  const before = await storedRow('held')
  const other = { reference: 'held', person: 'rui.melo', direction: 'O', duration: '99', numbers: '+351912000000' }
  for (const is_dry_run of [true, false]) {
    expect(await load([row(other)], { is_dry_run })).toEqual({
      codes: { PayloadAlreadyLoaded: 1 },
      messages: ['A legal hold reaches it: what was imported before stays as it is'],
    })
  }
  expect(await storedRow('held')).toEqual(before)
  const later = await load([row({ ...other, content_file: '1.amr' })], {}, { '1.amr': 'sound' })
  expect(later).toEqual({ codes: { PayloadUpdated: 1 }, messages: [expect.stringContaining('A legal hold')] })
  const after = await storedRow('held')
  expect(after).toMatchObject({ payload_state: 'Uploaded', numbers: before?.numbers, meta: before?.meta })
  expect((await custody('held')).map(({ event }) => event)).not.toContain('payload.amended')
})

it('obeys a hold that is placed while content is sealed', async () => {
  await load([row({ reference: 'late-hold', person: 'rui.melo' })])
  const before = await storedRow('late-hold')
  const changed = row({ reference: 'late-hold', person: 'rui.melo', duration: '99', content_file: '2.amr' })
  const folder = await exports.put({ 'payloads.csv': table(changed), '2.amr': 'sound' })
  const { clientKeys, objects } = account.server.api.platform
  let isScanned = false
  let isHeld = false
  const holding = new Proxy(objects, {
    get: (store, name) => {
      const member = Reflect.get(store, name)
      if (typeof member !== 'function') return member
      return (...given: unknown[]) => {
        const [key] = given
        if (!isScanned || isHeld || name === 'list' || !String(key).endsWith('2.amr')) return member.apply(store, given)
        isHeld = true
        return heldFirst(() => member.apply(store, given))
      }
    },
  })
  async function* heldFirst(read: () => unknown) {
    await hold('late-hold')
    yield* (await read()) as AsyncIterable<Uint8Array>
  }
  const keys = new Proxy(clientKeys, {
    get: (store, name) => {
      const member = Reflect.get(store, name)
      // The key is read between the scan and the first row.
      if (name === 'currentPublicKey') isScanned = true
      return typeof member === 'function' ? member.bind(store) : member
    },
  })
  const id = await exports.start(folder)
  await exports.work(id, AbortSignal.timeout(60_000), { objects: holding, clientKeys: keys })
  expect(isHeld).toBe(true)
  const { codes, rows } = await exports.ended(id)
  expect(codes).toEqual({ PayloadUpdated: 1 })
  expect(rows[0]?.message).toContain('A legal hold')
  expect(await storedRow('late-hold')).toMatchObject({ payload_state: 'Uploaded', meta: before?.meta })
})

it('keeps what was said before of a recording that is changed, until it is destroyed', async () => {
  const first = { reference: 'changed', person: 'rui.melo', state: 'Transferred' }
  await load([row(first)])
  await setState('changed', 'Transferred')
  await load([row({ ...first, direction: 'O', duration: '12', numbers: '+351912000000' })])
  const change = {
    before: { direction: 'I', duration: 10, numbers: ['+351912999999'] },
    after: { direction: 'O', duration: 12, numbers: ['+351912000000'] },
  }
  const amended = (await custody('changed')).filter(({ event }) => event === 'payload.amended')
  expect(amended).toMatchObject([{ actor: 'boss', actor_kind: 'portal_user', details: change }])
  expect(await trail('changed')).toMatchObject([
    { group: 'Porto', events: [{ event: 'payload.amended', details: { by: 'boss', ...change } }] },
  ])

  const interview = { reference: 'talk', type: 'Interview', person: 'rui.melo', direction: '', numbers: '' }
  await load([row({ ...interview, notes: 'NIGHTINGALE' })])
  expect(await load([row({ ...interview, notes: 'Nothing' })])).toMatchObject({ codes: { PayloadUpdated: 1 } })
  const kept = async () => JSON.stringify([await custody('talk'), await trail('talk')])
  expect((await kept()).match(/NIGHTINGALE/g)).toHaveLength(2)
  await setState('talk', 'Processed')
  await destroyInterviews()
  const run = { run_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', by: 'olga' }
  const [outcome] = await destroyPayloads(account.server.api.platform, client, [legacyReference('old', 'talk')], run)
  expect(outcome).toMatchObject({ result: 'destroyed' })
  expect(await kept()).not.toMatch(/NIGHTINGALE|Nothing/)
})

const destroyInterviews = () =>
  account.write(async ({ db, now }) => {
    const rule = { retention_timestamp: 'payload_time', required_receipts: [], required_transfers: [] }
    await db.updateTable('retention_policies').set({ ended_at: now }).where('client', '=', client).execute()
    await db
      .insertInto('retention_policies')
      .values({
        client,
        version: 100,
        entities: '[]',
        payloads: JSON.stringify([
          { payload_type: 'Interview', ...rule, delete_after_days: 10, destroy_after_days: 20 },
        ]),
        settings: '{}',
        is_locked: false,
        saved_at: now,
        saved_by: 'olga',
        effective_at: new Date(now.getTime() - 86_400_000),
        needs_second_person: false,
        freed_recordings: 0,
        freed_bytes: 0,
      })
      .execute()
  })

it('refuses a row that gives a recording to somebody else, or to another device', async () => {
  await load([row({ reference: 'mine', person: 'rui.melo' })])
  const body = { device_user_reference: 'eva.lima', numbers: ['+351912999999'], reason: 'Home' }
  await exports.answered('PUT', '/personal_numbers', body)
  const before = await storedRow('mine')
  expect(await load([row({ reference: 'mine', person: 'eva.lima' })])).toEqual({
    codes: { Error: 1 },
    messages: ['It was imported as a recording of rui.melo: the person stays'],
  })
  expect(await load([row({ reference: 'mine', device: 'OLD-2', duration: '11' })])).toEqual({
    codes: { Error: 1 },
    messages: ['It was imported as a recording of the device OLD-1: the device stays'],
  })
  expect(await storedRow('mine')).toEqual(before)
  // The device is handed over: its earlier recordings stay those of the former holder, whose numbers count.
  await exports.migrate({ 'devices.csv': devices('OLD-1,eva.lima,S8') })
  expect((await load([row({ reference: 'mine', device: 'OLD-1', duration: '11' })])).codes).toEqual({
    PayloadUpdated: 1,
  })
  expect(await storedRow('mine')).toMatchObject({ device_user_reference: 'rui.melo', is_personal_number: false })
})

it('takes a person and a device that belong together, now or earlier', async () => {
  const rows = [
    row({ reference: 'now', person: 'eva.lima', device: 'OLD-1' }),
    row({ reference: 'earlier', person: 'rui.melo', device: 'OLD-1' }),
    row({ reference: 'never', person: 'rui.melo', device: 'OLD-2' }),
  ]
  for (const is_dry_run of [true, false]) {
    expect(await load(rows, { is_dry_run })).toEqual({
      codes: { PersonalPayloadCreated: 1, RecordedPayloadCreated: 1, PayloadWithNoMatchingUser: 1 },
      messages: ['rui.melo neither holds nor held the device OLD-2: name one of them, or mend devices.csv'],
    })
  }
  expect(await storedRow('never')).toBeUndefined()
  const handedOver = {
    'devices.csv': devices('OLD-3,rui.melo,S8'),
    'payloads.csv': table(
      row({ reference: 'passed', person: 'eva.lima', device: 'OLD-3', numbers: '+351912999990' }),
      row({ reference: 'passed-on', person: 'rui.melo', device: 'OLD-3', numbers: '+351912999990' }),
    ),
  }
  for (const is_dry_run of [true, false]) {
    const { codes } = await exports.migrate(handedOver, { is_dry_run })
    expect(codes).toEqual({ ActivatedDeviceUpdated: 1, RecordedPayloadCreated: 2 })
  }
})

it('refuses times before 1970 and in the future', async () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const { codes, messages } = await load([
    row({ reference: 'old', person: 'eva.lima', time: '1969-12-31T23:59:59Z' }),
    row({ reference: 'first', person: 'rui.melo', time: '1970-01-01T00:00:00Z' }),
    row({ reference: 'soon', person: 'rui.melo', time: inHours(20) }),
    row({ reference: 'future', person: 'rui.melo', time: inHours(28) }),
  ])
  expect(codes).toEqual({ Error: 2, RecordedPayloadCreated: 2 })
  expect(messages.toSorted()).toEqual([
    'payload_time: 1969-12-31T23:59:59.000Z is before 1970',
    expect.stringContaining('is in the future'),
  ])
})

it('names a client app that started a run as the actor of custody', async () => {
  const folder = await exports.put({ 'payloads.csv': table(row({ reference: 'by-app', person: 'rui.melo' })) })
  const migration_id = await exports.start(folder)
  await account.write(({ db }) =>
    db
      .updateTable('legacy_migrations')
      .set({ updated_by: 'app/Archive' })
      .where('client', '=', client)
      .where('migration_id', '=', migration_id)
      .execute(),
  )
  await exports.work(migration_id)
  expect(await custody('by-app')).toMatchObject([{ actor_kind: 'client_app', actor: 'app/Archive' }])
})

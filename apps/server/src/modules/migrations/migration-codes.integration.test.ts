import { createHash } from 'node:crypto'
import { migrationResultCodes, type Payload } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AccountWithExports, type MigrationFields } from '../../../test/account-with-exports.ts'
import { outcomeOf } from '../../../test/account-with-handsets.ts'
import { markTransferred } from './payloads/mark-transferred.ts'

let exports: AccountWithExports
let account: AccountWithExports['account']
const client = 'northwind'
const seen = new Set<string>()

beforeAll(async () => {
  exports = await AccountWithExports.open()
  account = exports.account
})
afterAll(() => exports?.close())

const call = (method: string, path: string, body?: object, token?: string) => exports.call(method, path, body, token)
const run = async (folder: string, fields?: MigrationFields) => {
  const ended = await exports.run(folder, fields)
  for (const code of Object.keys(ended.codes)) seen.add(code)
  return ended
}
const migrate = async (files: Record<string, string | Uint8Array>, fields?: MigrationFields) =>
  run(await exports.put(files), fields)
const settings = (fields: object) => {
  const none = { disable_onboarding: false, disable_offboarding: false, disable_payloads: false }
  return exports.answered('PUT', '/account/migration', { ...none, ...fields })
}

const userTitle = 'device_user_reference,group,services,email,first_name,surname,is_active,onboard_date,offboard_date'
const users = (...rows: string[]) => [userTitle, ...rows].join('\n')
const user = (reference: string, state: string, name = 'Eva') =>
  `${reference},Porto,calls;sms,${reference}@example.com,${name},Lima,${state}`
const active = 'true,2020-01-02T00:00:00Z,'
const left = 'false,2020-01-02T00:00:00Z,2021-01-02T00:00:00Z'
const deviceTitle = 'device_reference,device_user_reference,model,legacy_phone_number,activated_at,deactivation_date'
const devices = (...rows: string[]) => [deviceTitle, ...rows].join('\n')
const payloadTitle =
  'reference,payload_type,payload_time,device_user_reference,device_reference,direction,duration,numbers,content_file,content_sha256,state'
const payloads = (...rows: string[]) => [payloadTitle, ...rows].join('\n')
const groups = 'group_reference\nPorto\n'

it('imports groups, people and devices, and changes nothing when it is repeated', async () => {
  const files = {
    'groups.csv': `${groups}London\n`,
    'users.csv': users(user('eva.lima', active), user('rui.melo', left), user('new.boss', active)),
    'devices.csv': devices(
      'OLD-1,eva.lima,Galaxy S9,+351912000001,2020-01-02T00:00:00Z,',
      'OLD-2,rui.melo,Galaxy S8,+351912000002,2020-01-02T00:00:00Z,2021-01-02T00:00:00Z',
    ),
  }
  const dry = await migrate(files, { is_dry_run: true })
  expect(await account.device('OLD-1')).toBeUndefined()
  const first = await run(dry.ended.folder)
  expect(first.codes).toEqual({
    GroupAdded: 1,
    NoChangeToGroup: 1,
    UserCreatedOnboarded: 2,
    UserCreatedOffboarded: 1,
    DeviceCreatedActivated: 1,
    DeviceCreatedDeactivated: 1,
  })
  expect(dry.codes).toEqual(first.codes)
  expect(first.ended.migration_state).toBe('Migrated')
  expect(await account.device('OLD-1')).toMatchObject({
    group: 'Porto',
    is_legacy: true,
    legacy_phone_number: '+351912000001',
    device_user_reference: 'eva.lima',
  })
  const again = await run(dry.ended.folder)
  expect(again.codes).toEqual({
    NoChangeToGroup: 2,
    NoChangeToOnboardedUser: 2,
    NoChangeToOffboardedUser: 1,
    NoChangeToActiveDevice: 1,
    NoChangeToDeactivatedDevice: 1,
  })
})

it('changes people and devices of the legacy platform', async () => {
  const changed = await migrate({
    'users.csv': users(
      user('eva.lima', left),
      user('rui.melo', 'true,2022-01-02T00:00:00Z,'),
      user('new.boss', active, 'Bea'),
    ),
    'devices.csv': devices(
      'OLD-1,eva.lima,Galaxy S9,+351912000001,2020-01-02T00:00:00Z,2021-01-02T00:00:00Z',
      'OLD-2,rui.melo,Galaxy S8,+351912000002,2022-01-02T00:00:00Z,',
    ),
  })
  expect(changed.codes).toEqual({
    UserUpdatedAndOffboarded: 1,
    UserUpdatedAndOnboarded: 1,
    OnboardedUserUpdated: 1,
    DeviceUpdatedAndDeactivated: 1,
    DeviceUpdatedAndActivated: 1,
  })
  const more = await migrate({
    'users.csv': users(user('eva.lima', left, 'Ema'), user('rui.melo', left)),
    'devices.csv': devices(
      'OLD-1,eva.lima,Galaxy S9,+351912000003,2020-01-02T00:00:00Z,2021-01-02T00:00:00Z',
      'OLD-2,rui.melo,Galaxy S8,+351912000004,2022-01-02T00:00:00Z,',
      'OLD-2,rui.melo,Galaxy S8,+351912000004,2022-01-02T00:00:00Z,',
      'OLD-3,rui.melo,,,2022-01-02T00:00:00Z,',
      'OLD-4,rui.melo,unknown,,2022-01-02T00:00:00Z,2022-02-02T00:00:00Z',
    ),
  })
  expect(more.codes).toEqual({
    OffboardedUserUpdated: 1,
    OffboardedUserSupersededByNewerRecord: 1,
    DeactivatedDeviceUpdated: 1,
    ActivatedDeviceUpdated: 1,
    DuplicateDeviceReference: 1,
    CannotImportOnboardedDeviceUnknownModel: 1,
    CannotImportOffboardedDeviceUnknownModel: 1,
  })
  const superseded = await migrate({
    'devices.csv': devices('OLD-2,rui.melo,Galaxy S8,+351912000004,2020-01-02T00:00:00Z,2021-01-02T00:00:00Z'),
  })
  expect(superseded.codes).toEqual({ DeactivatedDeviceSupersededByNewerRecord: 1 })
})

it('leaves people and devices alone that are active here, and what the settings switch off', async () => {
  await account.verified('HERE-1')
  const here = await migrate({
    'users.csv': users(user('ana.reis', active)),
    'devices.csv': devices('HERE-1,ana.reis,Galaxy S9,,2020-01-02T00:00:00Z,'),
  })
  expect(here.codes).toEqual({ UserAlreadyActiveInThePlatform: 1, DeviceAlreadyActiveInThePlatform: 1 })
  await settings({ disable_onboarding: true, disable_offboarding: true, disable_payloads: true })
  const ignored = await migrate({
    'users.csv': users(
      user('one.new', active),
      user('two.new', left),
      user('new.boss', active, 'Zoe'),
      user('eva.lima', left, 'Zoe'),
    ),
    'devices.csv': devices(
      'NEW-1,rui.melo,Galaxy S8,,2022-01-02T00:00:00Z,',
      'NEW-2,rui.melo,Galaxy S8,,2022-01-02T00:00:00Z,2022-02-02T00:00:00Z',
      'OLD-2,rui.melo,Galaxy S10,+351912000004,2022-01-02T00:00:00Z,',
      'OLD-1,eva.lima,Galaxy S10,+351912000003,2020-01-02T00:00:00Z,2021-01-02T00:00:00Z',
    ),
    'payloads.csv': payloads('call-0,Call,2023-05-01T10:00:00Z,rui.melo,,I,10,+351912999999,,,'),
  })
  expect(ignored.codes).toEqual({
    IgnoreNewUserOnboardingDisabled: 1,
    IgnoreNewUserOffboardingDisabled: 1,
    IgnoreUpdateUserOnboardingDisabled: 1,
    IgnoreUpdateUserOffboardingDisabled: 1,
    IgnoreNewDeviceOnboardingDisabled: 1,
    IgnoreNewDeviceOffboardingDisabled: 1,
    IgnoreUpdateDeviceOnboardingDisabled: 1,
    IgnoreUpdateDeviceOffboardingDisabled: 1,
    IgnoreNewPayloadMigrationDisabled: 1,
  })
  await settings({})
})

it('imports recordings with sealed media, and updates what changed of them', async () => {
  const media = Buffer.alloc(40_000, 'legacy sound ')
  const sha256 = createHash('sha256').update(media).digest('hex')
  const rows = [
    `call-1,Call,2023-05-01 10:00:00,rui.melo,,I,10,+351912999999,media/1.amr,${sha256},`,
    'call-2,Call,2023-05-01T11:00:00Z,,OLD-2,O,10,+351912999998,media/1.amr,,',
    'call-3,Call,2023-05-01T12:00:00Z,rui.melo,,I,10,+351912999997,,,',
    'call-4,AbortedCall,2023-05-01T13:00:00Z,rui.melo,,I,,+351912999997,,,',
    'call-5,Call,2023-05-01T14:00:00Z,rui.melo,,I,10,+351912999997,media/none.amr,,',
    'call-6,Call,2023-05-01T15:00:00Z,nobody.here,,I,10,+351912999997,media/1.amr,,',
    'call-7,Call,2023-05-01T16:00:00Z,rui.melo,,I,10,+351912999991,media/1.amr,,',
    'call-7,Call,2023-05-01T16:00:00Z,rui.melo,,I,11,+351912999992,media/1.amr,,',
    'call-8,Call,2023-05-01T17:00:00Z,rui.melo,,I,10,+351912999991,media/1.amr,,',
    'call-8,Call,2023-05-01T17:00:00Z,rui.melo,,I,10,+351912999992,media/1.amr,,',
    'call-9,Call,2023-02-30T17:00:00Z,rui.melo,,I,10,+351912999992,media/1.amr,,',
    `call-10,Call,2023-05-01T18:00:00Z,rui.melo,,I,10,+351912999992,media/1.amr,${'0'.repeat(64)},`,
  ]
  const files = { 'payloads.csv': payloads(...rows), 'media/1.amr': media, 'readme.exe': 'x' }
  const dry = await migrate(files, { is_dry_run: true })
  const first = await run(dry.ended.folder)
  const codes = {
    PayloadCreated: 4,
    RecordedPayloadCreated: 1,
    PayloadUpdated: 1,
    PayloadDataNotAvailable: 2,
    PayloadWithNoMatchingUser: 1,
    ConferenceCallWithMismatchingData: 2,
    Error: 1,
    UnknownFile: 1,
  }
  expect(first.codes).toEqual(codes)
  expect(dry.codes).toEqual(codes)
  expect(first.ended).toMatchObject({ migration_state: 'PartialFail', statistics: { bytes: 3 * media.length } })
  expect(first.rows.find(({ reference }) => reference === 'call-9')?.message).toContain('payload_time')
  const listed = await exports.answered<{ items: Payload[] }>('GET', '/payloads?filter[is_legacy]=true&limit=50')
  expect(listed.items).toHaveLength(5)
  const conference = listed.items.find(({ payload_time }) => payload_time === '2023-05-01T17:00:00.000Z')
  expect(conference).toMatchObject({ numbers: ['+351912999991', '+351912999992'], group: 'Porto', sequence: null })
  const local = listed.items.find(({ payload_time }) => payload_time === '2023-05-01T09:00:00.000Z')
  expect(local).toMatchObject({ payload_state: 'Uploaded', device_reference: 'OLD-2', is_late: false })
  const one = await exports.answered<Payload>('GET', `/payloads/${local?.payload_reference}`)
  expect(one.sequence).toBeNull()
  const origin = await account.read(({ db }) =>
    db
      .selectFrom('custody_events')
      .select(['event', 'actor', 'details'])
      .where('client', '=', client)
      .where('payload_reference', '=', local?.payload_reference ?? '')
      .orderBy('event_id')
      .limit(1)
      .executeTakeFirst(),
  )
  expect(origin).toMatchObject({
    event: 'payload.imported',
    actor: 'boss',
    details: { legacy: { source: 'old', reference: 'call-1', file_name: 'payloads.csv', content_sha256: sha256 } },
  })
  const again = await run(dry.ended.folder)
  expect(again.codes).toEqual({
    ...codes,
    PayloadCreated: undefined,
    RecordedPayloadCreated: undefined,
    PayloadUpdated: undefined,
    PayloadAlreadyLoaded: 6,
  })
  expect(
    (await exports.answered<{ items: Payload[] }>('GET', '/payloads?filter[is_legacy]=true&limit=50')).items,
  ).toHaveLength(5)
  const later = await migrate({
    'payloads.csv': payloads(
      'call-3,Call,2023-05-01T12:00:00Z,rui.melo,,I,10,+351912999997,media/1.amr,,',
      'call-2,Call,2023-05-01T11:00:00Z,,OLD-2,O,12,+351912999998,media/1.amr,,',
    ),
    'media/1.amr': media,
  })
  expect(later.codes).toEqual({ PayloadUpdated: 2 })
})

it('marks what the legacy platform had transferred once it is processed', async () => {
  const row = 'sent-1,Call,2023-07-01T10:00:00Z,rui.melo,,I,10,+351912999999,media/1.amr,,Transferred'
  await migrate({ 'payloads.csv': payloads(row), 'media/1.amr': 'sound' })
  const context = { platform: account.server.api.platform, attempt: 1, signal: AbortSignal.timeout(60_000) }
  const state = async () => {
    await markTransferred.handle(context, { client })
    return account.read(({ db }) =>
      db
        .selectFrom('payloads')
        .select(['payload_reference', 'payload_state', 'transferred_at'])
        .where('client', '=', client)
        .where('payload_time', '=', '2023-07-01T10:00:00.000Z')
        .executeTakeFirstOrThrow(),
    )
  }
  const before = await state()
  expect(before).toMatchObject({ payload_state: 'Uploaded', transferred_at: null })
  await account.write(({ db }) =>
    db
      .updateTable('payloads')
      .set({ payload_state: 'Processed' })
      .where('client', '=', client)
      .where('payload_reference', '=', before.payload_reference)
      .execute(),
  )
  expect(await state()).toMatchObject({ payload_state: 'Transferred', transferred_at: expect.any(String) })
})

it('keeps recordings with personal numbers private', async () => {
  const body = { device_user_reference: 'rui.melo', numbers: ['+351912777777'], reason: 'Home' }
  await exports.answered('PUT', '/personal_numbers', body)
  const row = (duration: number) =>
    payloads(`private-1,Call,2023-06-01T10:00:00Z,rui.melo,,I,${duration},+351912777777,,,`)
  expect((await migrate({ 'payloads.csv': row(10) })).codes).toEqual({ PersonalPayloadCreated: 1 })
  expect((await migrate({ 'payloads.csv': row(11) })).codes).toEqual({ PersonalPayloadUpdated: 1 })
})

it('refuses a folder that is not there, a second run and other people', async () => {
  const body = { folder: 'none', source: 'old', is_dry_run: true, time_zone: 'UTC' }
  expect(await outcomeOf(await call('POST', '/migrations', body))).toEqual([404, 'migration.no_export'])
  const bad = { ...body, time_zone: 'Europe/Nowhere' }
  expect(await outcomeOf(await call('POST', '/migrations', bad))).toEqual([400, 'notification.bad_time_zone'])
  const reader = await account.signIn('rita', 'Reviewer')
  expect((await outcomeOf(await call('POST', '/migrations', body, reader)))[0]).toBe(403)
  expect((await outcomeOf(await call('GET', '/migrations', undefined, reader)))[0]).toBe(403)
})

it('has reached every code', () => {
  expect(migrationResultCodes.filter((code) => !seen.has(code))).toEqual([])
})

import { randomBytes } from 'node:crypto'
import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'
import { providerClient } from '../../core/accounts/clients.ts'
import { addDeviceUser } from '../device-users/index.ts'

const anasNamesake = {
  device_user_reference: 'ana.reis',
  group: 'London',
  services: ['calls' as const],
  email: 'ana.reis@initech.example',
  first_name: 'Ana',
  surname: 'Reis',
}

let account: AccountWithHandsets
beforeAll(async () => {
  account = await AccountWithHandsets.open()
})
afterAll(async () => {
  await account.close()
})

const minutes = 60_000
const opens = async (token: string) => (await account.call(token, 'GET', '/configuration')).status

describe('a handset that authenticates for the first time', () => {
  it('becomes a device of its user, and its token works for device calls', async () => {
    const answer = await account.verified('NEW-1', {
      body: { phone_numbers: [{ phone_number: '+447700900001', slot_index: 0 }], imeis: ['356938035643809'] },
    })
    expect(answer).toEqual({
      access_token: expect.any(String),
      expires_in: 3600,
      client_portal_url: `${account.server.origin}/sign-in?client=northwind`,
      enabled_services: ['calls', 'sms'],
      account_reference: 'northwind',
      install_state: 'NewInstall',
    })
    expect(await account.device('NEW-1')).toMatchObject({
      device_user_reference: 'ana.reis',
      group: 'London',
      services: ['calls', 'sms'],
      email: 'ana.reis@example.com',
      imeis: ['356938035643809'],
      is_deactivated: false,
      is_legacy: false,
      activated_at: expect.any(String),
      last_seen: expect.any(String),
      installation_id: 'installation-1',
      device_info: { model: 'Galaxy S24', os_version: '15', app_version: '4.2.0', serial_number: 'NEW-1' },
    })
    expect(await opens(answer.access_token)).toBe(200)
  })

  it('is added once when it authenticates twice at once', async () => {
    const answers = await Promise.all([account.verified('NEW-2'), account.verified('NEW-2')])
    expect(answers.map(({ install_state }) => install_state).sort()).toEqual(['NewInstall', 'NoChange'])
    expect(await Promise.all(answers.map(({ access_token }) => opens(access_token)))).toEqual([200, 200])
  })

  it('is refused without an active user, and can use the same code again', async () => {
    await account.onboard('gone.user')
    await account.write((tx) =>
      tx.db
        .updateTable('device_users')
        .set({ is_active: false })
        .where('client', '=', tx.client)
        .where('device_user_reference', '=', 'gone.user')
        .execute(),
    )
    const code = ulid()
    for (const device_user_reference of ['gone.user', 'no.such.user', null]) {
      const response = await account.verify('NEW-3', { ulid: code, body: { device_user_reference } })
      expect(await outcomeOf(response)).toEqual([409, 'device.unknown_user'])
    }
    expect(await account.device('NEW-3')).toBeUndefined()
    expect((await account.verify('NEW-3', { ulid: code })).status).toBe(200)
  })
})

describe('a handset that does not name its account', () => {
  const unnamed = { body: { client: undefined } }

  it('is recognised by its person, and by its serial number once it is known', async () => {
    expect((await account.verified('UNNAMED-1', unnamed)).account_reference).toBe('northwind')
    const again = await account.verify('UNNAMED-1', { body: { client: undefined, device_user_reference: null } })
    expect(await again.json()).toMatchObject({ account_reference: 'northwind', install_state: 'NoChange' })
  })

  it('belongs to the account whose secret it has, also if others know the same person or serial number', async () => {
    const client = 'initech'
    const { enrolment_secret: secret } = await account.server.openAccount(client)
    await account.server.api.platform.database.transaction(client, async (tx) => {
      await addRows(tx, 'groups', [{ group_reference: 'London' }])
      await addDeviceUser(tx, anasNamesake, 'test')
    })
    const response = await account.verify('UNNAMED-1', { client, secret, ...unnamed })
    expect(await response.json()).toMatchObject({ account_reference: client, install_state: 'NewInstall' })
    expect((await account.verified('UNNAMED-1', unnamed)).account_reference).toBe('northwind')
  })

  it.each([
    ['is unknown', { body: { client: undefined, device_user_reference: 'no.such.user' } }],
    ['has another secret', { ...unnamed, secret: randomBytes(32).toString('base64url') }],
  ])('is told to name it if it %s', async (_what, enrolment) => {
    const response = await account.verify('UNNAMED-2', enrolment)
    expect(await response.json()).toEqual({
      error_code: 400,
      code: 'verify.client_needed',
      message: 'The account does not follow from the rest of the request. Name it in client',
    })
  })
})

describe('an invalid code', () => {
  it('is refused with the same message, whatever is wrong with it', async () => {
    await account.verified('KNOWN-1')
    const otherSecret = randomBytes(32).toString('base64url')
    const { enrolment_secret } = await account.server.openAccount('globex')
    const refused = await Promise.all([
      account.verify('KNOWN-1', { client: 'no-such-client' }),
      account.verify('KNOWN-1', { secret: otherSecret }),
      account.verify('KNOWN-1', { secret: enrolment_secret }),
      account.verify('KNOWN-1', { body: { ulid_encrypted: 'x' } }),
      account.verify('KNOWN-1', { body: { ulid_encrypted: 'A'.repeat(74) } }),
      account.verify('KNOWN-1', { body: { client: 'globex' } }),
      account.verify('KNOWN-1', {
        body: { device_info: { model: 'm', os_version: '1', app_version: '1', serial_number: 'OTHER-9' } },
      }),
    ])
    const bodies = await Promise.all(refused.map((response) => response.text()))
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 401))
    expect(new Set(bodies)).toEqual(
      new Set(['{"error_code":401,"message":"The device could not be verified","code":"verify.refused"}']),
    )
    expect(await account.device('OTHER-9')).toBeUndefined()
  })

  const lastDenied = (client: string) =>
    account.server.api.platform.database.read(client, (tx) =>
      tx.db
        .selectFrom('user_activities')
        .select(['user_id', 'denial_reason', 'status_code', 'is_allowed', 'parameters'])
        .where('client', '=', tx.client)
        .where('call', '=', 'POST /verify')
        .orderBy('log_id', 'desc')
        .limit(1)
        .execute(),
    )
  const denied = { user_id: 'anonymous', denial_reason: 'verify.refused', status_code: 401, is_allowed: false }

  it('is on the trail of the account that it named, with the claimed device and user', async () => {
    await account.verify('KNOWN-2', { secret: randomBytes(32).toString('base64url') })
    const parameters = { client: 'northwind', device_reference: 'KNOWN-2', device_user_reference: 'ana.reis' }
    expect(await lastDenied('northwind')).toEqual([{ ...denied, parameters }])
  })

  it("is on the provider's trail when the account that it named does not exist", async () => {
    await account.verify('KNOWN-3', { client: 'no-such-client', body: { device_user_reference: null } })
    const parameters = { client: 'no-such-client', device_reference: 'KNOWN-3', device_user_reference: null }
    expect(await lastDenied(providerClient)).toEqual([{ ...denied, parameters }])
  })
})

describe('a code that was valid once', () => {
  it.each([-6, 6])('has expired %i minutes from now', async (offset) => {
    const response = await account.verify('STALE-1', { ulid: ulid(Date.now() + offset * minutes) })
    expect(await outcomeOf(response)).toEqual([401, 'verify.stale'])
    expect(await account.device('STALE-1')).toBeUndefined()
  })

  it.each([-4, 4])('is still valid %i minutes from now', async (offset) => {
    expect((await account.verify('FRESH-1', { ulid: ulid(Date.now() + offset * minutes) })).status).toBe(200)
  })

  it('works once, however many use it at once, and each refusal is on the trail under the device', async () => {
    const code = ulid()
    const responses = await Promise.all(Array.from({ length: 8 }, () => account.verify('REPLAY-1', { ulid: code })))
    const outcomes = (await Promise.all(responses.map(outcomeOf))).sort(([a], [b]) => a - b)
    expect(outcomes[0]).toEqual([200, null])
    expect(outcomes.slice(1)).toEqual(Array.from({ length: 7 }, () => [409, 'verify.replayed']))
    const replayed = await account.read((tx) =>
      tx.db
        .selectFrom('device_activities')
        .select('denial_reason')
        .where('client', '=', tx.client)
        .where('device_reference', '=', 'REPLAY-1')
        .where('status_code', '=', 409)
        .execute(),
    )
    expect(replayed).toEqual(Array.from({ length: 7 }, () => ({ denial_reason: 'verify.replayed' })))
  })

  it('is deleted after an hour', async () => {
    await account.write((tx) =>
      tx.db
        .insertInto('enrolment_ulids')
        .values({
          client: tx.client,
          enrolment_ulid: ulid(Date.now() - 61 * minutes),
          device_reference: 'OLD-1',
          used_at: new Date(Date.now() - 61 * minutes),
        })
        .execute(),
    )
    await account.verified('FRESH-2')
    const left = await account.read((tx) =>
      tx.db
        .selectFrom('enrolment_ulids')
        .select('enrolment_ulid')
        .where('client', '=', tx.client)
        .where('device_reference', '=', 'OLD-1')
        .execute(),
    )
    expect(left).toEqual([])
  })
})

describe('a handset that reports very much about itself', () => {
  it('is accepted with all of it', async () => {
    const device_info = { model: 'm'.repeat(400), os_version: 'o'.repeat(99), app_version: 'a'.repeat(99) }
    const body = {
      device_info: { ...device_info, serial_number: 'MUCH-1', fcm_token: 'f'.repeat(5000) },
      phone_numbers: Array.from({ length: 17 }, (_, slot_index) => ({
        phone_number: `+44770090${slot_index}`,
        slot_index,
      })),
      imeis: Array.from({ length: 6 }, () => '356938035643809'),
      installation_id: 'x'.repeat(255),
    }
    expect(await outcomeOf(await account.verify('MUCH-1', { body }))).toEqual([200, null])
    expect(await account.device('MUCH-1')).toMatchObject({ imeis: body.imeis, installation_id: body.installation_id })
  })
})

describe('fields that a handset may not set', () => {
  it.each([
    { group: 'Lisbon' },
    { services: ['photos'] },
    { is_deactivated: false },
    { next_sequence: 0 },
    { imeis: ['123'] },
    { phone_numbers: [{ phone_number: '+447700900001', first_verified: '2020-01-01T00:00:00.000Z' }] },
    { installation_id: 'x'.repeat(256) },
  ])('%j is refused', async (body) => {
    expect(await outcomeOf(await account.verify('MASS-1', { body }))).toEqual([400, 'request.invalid'])
    expect(await account.device('MASS-1')).toBeUndefined()
  })

  it('half a surrogate pair is stored as the replacement character', async () => {
    const device_info = { model: 'Gal\ud800axy', os_version: '1', app_version: '1', serial_number: 'SURROGATE-1' }
    await account.verified('SURROGATE-1', { body: { device_info } })
    expect((await account.device('SURROGATE-1'))?.device_info).toMatchObject({ model: 'Gal\ufffdaxy' })
  })
})

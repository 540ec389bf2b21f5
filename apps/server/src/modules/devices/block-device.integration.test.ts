import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'

let account: AccountWithHandsets
let boss: string
beforeAll(async () => {
  account = await AccountWithHandsets.open()
  boss = await account.server.signIn('northwind', { user_reference: 'boss', roles: ['Device Manager'] })
})
afterAll(() => account?.close())

const blockOf = (device_reference: string) => `/api/admin/v1/northwind/devices/${device_reference}/block`
const block = (device_reference: string, reason = 'Stolen', token = boss) =>
  account.server.call('PUT', blockOf(device_reference), { token, body: { reason } })
const lift = (device_reference: string, token = boss) =>
  account.server.call('DELETE', blockOf(device_reference), { token })

describe('a blocked device', () => {
  it('is refused every call and every authentication, also of a new installation, until the block is lifted', async () => {
    const { access_token } = await account.verified('STOLEN-1')
    const blocked = await block('STOLEN-1')
    expect(await blocked.json()).toMatchObject({
      client: 'northwind',
      is_blocked: true,
      blocked_at: expect.any(String),
      blocked_by: 'boss',
      blocked_reason: 'Stolen',
      updated_by: 'boss',
    })
    for (const path of ['/configuration', '/commands']) {
      expect(await outcomeOf(await account.call(access_token, 'GET', path))).toEqual([403, 'device.blocked'])
    }
    for (const installation_id of ['installation-1', 'after a factory reset', null]) {
      const refused = await account.verify('STOLEN-1', { body: { installation_id } })
      expect(await outcomeOf(refused)).toEqual([403, 'device.blocked'])
    }
    expect(await account.device('STOLEN-1')).toMatchObject({ installation_id: 'installation-1', is_blocked: true })

    expect(await (await lift('STOLEN-1')).json()).toMatchObject({ is_blocked: false, blocked_reason: null })
    await account.verified('STOLEN-1')
    expect(await outcomeOf(await account.call(access_token, 'GET', '/configuration'))).toEqual([200, null])
  })

  it('has its refusals on the trail of devices, and its blocking and unblocking on the trail of people', async () => {
    await account.verified('TRAIL-1')
    await block('TRAIL-1', 'Lost in a taxi')
    await account.verify('TRAIL-1')
    await lift('TRAIL-1')
    const { refusals, changes } = await account.read(async (tx) => ({
      refusals: await tx.db
        .selectFrom('device_activities')
        .select(['call', 'denial_reason', 'is_allowed', 'group'])
        .where('client', '=', tx.client)
        .where('device_reference', '=', 'TRAIL-1')
        .where('is_allowed', '=', false)
        .execute(),
      changes: await tx.db
        .selectFrom('user_activities')
        .select('events')
        .where('client', '=', tx.client)
        .where('user_id', '=', 'boss')
        .orderBy('log_id', 'desc')
        .limit(2)
        .execute(),
    }))
    expect(refusals).toEqual([
      { call: 'POST /verify', denial_reason: 'device.blocked', is_allowed: false, group: 'London' },
    ])
    expect(changes.flatMap(({ events }) => events)).toMatchObject([
      {
        event: 'device.unblocked',
        details: { device_reference: 'TRAIL-1', before: { blocked_reason: 'Lost in a taxi' } },
      },
      {
        event: 'device.blocked',
        details: { device_reference: 'TRAIL-1', after: { blocked_reason: 'Lost in a taxi' } },
      },
    ])
  })

  it('can be blocked again with another reason, and cannot be unblocked twice', async () => {
    await account.verified('AGAIN-1')
    await block('AGAIN-1', 'Lost')
    expect(await (await block('AGAIN-1', 'Stolen')).json()).toMatchObject({ blocked_reason: 'Stolen' })
    expect((await lift('AGAIN-1')).status).toBe(200)
    expect(await outcomeOf(await lift('AGAIN-1'))).toEqual([409, 'device.not_blocked'])
  })
})

describe('blocking', () => {
  it('needs a reason, a known device, and devices:deactivate', async () => {
    await account.verified('KNOWN-1')
    expect(await outcomeOf(await block('KNOWN-1', ' '))).toEqual([400, 'request.invalid'])
    expect(await outcomeOf(await block('UNKNOWN-1'))).toEqual([404, 'request.not_found'])
    const reader = await account.server.signIn('northwind', { user_reference: 'reader', roles: ['Auditor'] })
    expect(await outcomeOf(await block('KNOWN-1', 'Stolen', reader))).toEqual([403, 'auth.forbidden'])
    expect(await account.device('KNOWN-1')).toMatchObject({ is_blocked: false })
  })
})

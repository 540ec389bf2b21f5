import type { Dashboard } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDeviceUser } from '../../apps/server/src/modules/device-users/index.ts'
import { anAccount, type TestAccount } from '../setup/test-account.ts'

const base = '/api/admin/v1/northwind'

describe('a permission for one group', () => {
  const conditions = [{ names_matching: 'London' }]
  let account: TestAccount<'ann'>

  beforeAll(async () => {
    account = await anAccount()
      .withGroups('London', 'Lisbon')
      .withRole('London devices', [
        { actions_matching: 'devices:read', conditions },
        { actions_matching: 'roles:*', conditions },
      ])
      .withPerson('ann', 'London devices')
      .withDevice('R58M123', 'London')
      .withDevice('R58M456', 'Lisbon')
      .open()
    const user = { group: 'London', services: ['calls' as const], first_name: 'Ana', surname: 'Reis' }
    await account.write((tx) =>
      addDeviceUser(tx, { ...user, device_user_reference: 'ana.reis', email: 'ana@example.com' }, 'test'),
    )
  })

  afterAll(() => account.close())

  it('gives no access to things without a group', async () => {
    for (const path of ['/roles', '/roles/Reviewer']) {
      const response = await account.server.call('GET', `${base}${path}`, { token: account.tokens.ann })
      expect(response.status).toBe(403)
    }
  })

  it('to read devices shows no number of device users', async () => {
    const { devices, users } = await account.server.getJson<Dashboard>(`${base}/dashboard`, account.tokens.ann)
    expect(devices.activated).toBe(1)
    expect(users).toEqual({ onboarded: 0, offboarded: 0, legacyOnboarded: 0, legacyOffboarded: 0 })
  })
})

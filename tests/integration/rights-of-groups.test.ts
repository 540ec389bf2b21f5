import type { Dashboard } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onboardDeviceUser } from '../../apps/server/src/modules/device-users/index.ts'
import { TestServer } from '../setup/server.ts'

const client = 'northwind'
const base = `/api/admin/v1/${client}`

describe('a permission for one group', () => {
  let server: TestServer
  let ann: string

  beforeAll(async () => {
    server = await TestServer.start()
    await server.openAccount(client, ['London', 'Lisbon'])
    const conditions = [{ names_matching: 'London' }]
    await server.addRole(client, 'London devices', [
      { actions_matching: 'devices:read', conditions },
      { actions_matching: 'roles:*', conditions },
    ])
    ann = await server.signIn(client, { user_reference: 'ann', roles: ['London devices'] })
    await server.addDevice(client, { device_reference: 'R58M123', group: 'London' })
    await server.addDevice(client, { device_reference: 'R58M456', group: 'Lisbon' })
    const user = { group: 'London', services: ['calls' as const], first_name: 'Ana', surname: 'Reis' }
    await server.api.platform.database.transaction(client, (tx) =>
      onboardDeviceUser(tx, { ...user, device_user_reference: 'ana.reis', email: 'ana@example.com' }, 'test'),
    )
  })

  afterAll(() => server.stop())

  it('gives no access to things without a group', async () => {
    for (const path of ['/roles', '/roles/Reviewer']) {
      const response = await server.call('GET', `${base}${path}`, { token: ann })
      expect(response.status).toBe(403)
    }
  })

  it('to read devices shows no number of device users', async () => {
    const { devices, users } = await server.getJson<Dashboard>(`${base}/dashboard`, ann)
    expect(devices.activated).toBe(1)
    expect(users).toEqual({ onboarded: 0, offboarded: 0, legacyOnboarded: 0, legacyOffboarded: 0 })
  })
})

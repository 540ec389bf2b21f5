import type { Alert } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signInToDemo, startDemoServer } from '../../../../tests/setup/demo-server.ts'
import type { TestServer } from '../../../../tests/setup/server.ts'
import { demoCustomers } from '../demo-customers.ts'
import { fillAlerts } from './fill-alerts.ts'
import { fillSupport } from './fill-support.ts'

let server: TestServer
beforeAll(async () => {
  server = await startDemoServer()
  await fillSupport(server.api.platform.database, demoCustomers)
  await fillAlerts(server.api.platform, demoCustomers)
})
afterAll(() => server?.stop())

it.each([
  ['meridian', 'helen.ward', '/api/admin/v1/meridian/alerts', ['address_refused', 'support_used']],
  ['admin', 'nadia.osei', '/api/admin/v1/alerts', ['job_failed', 'part_down']],
])('%s has alerts of the past, once, and no new one of High severity', async (client, person, path, expected) => {
  const token = await signInToDemo(server, client, person)
  const list = async () => (await server.getJson<{ items: Alert[] }>(path, token)).items
  const alerts = await list()
  expect(alerts.map(({ condition }) => condition)).toEqual(expect.arrayContaining(expected))
  const isNew = ({ alert_state, alert_severity, acknowledged_by }: Alert) =>
    alert_state === 'Triggered' && alert_severity === 'High' && acknowledged_by === null
  expect(alerts.filter(isNew)).toEqual([])
  await fillAlerts(server.api.platform, demoCustomers)
  expect(await list()).toEqual(alerts)
})

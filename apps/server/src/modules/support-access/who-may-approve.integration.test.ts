import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestServer } from '../../../../../tests/setup/server.ts'
import { SupportDesk } from '../../../../../tests/setup/support-desk.ts'

let server: TestServer
let desk: SupportDesk
const approvers: Record<string, string> = {}

beforeAll(async () => {
  server = await TestServer.start()
  await server.openAccount('acme', ['Equities'])
  for (const role of ['Compliance Officer', 'Account Administrator', 'Exporter']) {
    const user_reference = role.toLowerCase().replace(' ', '.')
    approvers[role] = await server.signIn('acme', { user_reference, roles: [role] })
  }
  desk = await SupportDesk.open(server, 'acme', '')
})
afterAll(() => server?.stop())

const [done, exceeds, forbidden] = [
  [200, undefined],
  [403, 'access.exceeds_own'],
  [403, 'auth.forbidden'],
]

test.each([
  ['Compliance Officer', 'Reviewer', done],
  ['Compliance Officer', 'Exporter', done],
  ['Compliance Officer', 'Auditor', done],
  ['Compliance Officer', 'Compliance Officer', done],
  ['Compliance Officer', 'Device Manager', exceeds],
  ['Compliance Officer', 'Account Administrator', exceeds],
  ['Account Administrator', 'Device Manager', done],
  ['Account Administrator', 'Auditor', done],
  ['Account Administrator', 'Account Administrator', done],
  ['Account Administrator', 'Reviewer', exceeds],
  ['Account Administrator', 'Exporter', exceeds],
  ['Exporter', 'Reviewer', forbidden],
])('of the system roles, a %s who approves a visit as %s gets %j', async (approver, role, outcome) => {
  const { request_reference } = await desk.asked({ role })
  const response = await desk.decide(request_reference, { approval_state: 'approved' }, approvers[approver])
  expect([response.status, ((await response.json()) as { code?: string }).code]).toEqual(outcome)
  if (outcome !== done) return
  const visit = await desk.visit('GET', '/api/admin/v1/acme/profile', request_reference)
  expect(await visit.json()).toMatchObject({ roles: [role] })
})

import type { CompletenessStatement } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signInToDemo, startDemoServer } from '../../../../tests/setup/demo-server.ts'
import type { TestServer } from '../../../../tests/setup/server.ts'
import { demoCustomers } from '../demo-customers.ts'
import { fillStatements } from './fill-statements.ts'

let server: TestServer
beforeAll(async () => {
  server = await startDemoServer()
  await fillStatements(server.api.platform, demoCustomers)
})
afterAll(() => server?.stop())

it.each([
  ['meridian', 'ruth.castellan', 4],
  ['aurora', 'beatriz.costa', 2],
])('%s has statements of the last two months, once, with entries on the trail', async (client, officer, expected) => {
  const token = await signInToDemo(server, client, officer)
  const base = `/api/admin/v1/${client}`
  const list = async () =>
    (await server.getJson<{ items: CompletenessStatement[] }>(`${base}/completeness/statements`, token)).items
  const statements = await list()
  expect(statements).toHaveLength(expected)
  expect(new Set(statements.map(({ month }) => month)).size).toBe(2)
  expect(new Set(statements.map(({ created_by }) => created_by))).toEqual(new Set([officer]))
  await fillStatements(server.api.platform, demoCustomers)
  expect(await list()).toEqual(statements)
  const made = await server.api.platform.database.read(client, (tx) =>
    tx.db
      .selectFrom('user_activities')
      .select('events')
      .where('client', '=', client)
      .where('call', '=', 'POST /completeness/statements')
      .execute(),
  )
  const told = made.flatMap(({ events }) => events.map(({ details }) => details.statement_reference))
  expect(told.sort()).toEqual(statements.map(({ statement_reference }) => statement_reference).sort())
})

import type { RoleRules } from '@holdfast/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bumpAccessVersion } from '../../../apps/server/src/core/authorization/index.ts'
import { testSeed } from '../../setup/seed.ts'
import { TestServer } from '../../setup/server.ts'
import { ActualAnswers } from './actual-answers.ts'
import { expectedAnswers } from './expected-answers.ts'
import { addFixtures, client } from './fixtures.ts'
import { type Assignee, randomAssignee, roleNames } from './random-roles.ts'
import { receivedEvents } from './received-events.ts'

const maxCaseMs = 10_000

/**
 * Compares lists, totals, details, statistics and live events of the running server with a naive evaluation of random
 * roles. HOLDFAST_TEST_SEED repeats a run.
 */
export const compareRandomRoles = (cases: number): void => {
  let server: TestServer
  let token: string

  beforeAll(async () => {
    server = await TestServer.start({ environment: { HOLDFAST_TRUSTED_PROXIES: '127.0.0.0/8' } })
    await addFixtures(server)
    for (const role of roleNames) await server.addRole(client, role, [{ actions_matching: 'groups:read' }])
    token = await server.signIn(client, { user_reference: 'assignee', roles: roleNames })
  })
  afterAll(() => server?.stop())

  /**
   * Replaces the roles of the person in the database: saving them by a call would refuse some that must be evaluated,
   * too.
   */
  const replaceRoles = (roles: readonly RoleRules[]): Promise<void> =>
    server.api.platform.database.transaction(client, async (tx) => {
      for (const { role_reference, permissions, payload_types, cidr_ranges } of roles) {
        await tx.db
          .updateTable('roles')
          .set({
            permissions: JSON.stringify(permissions),
            payload_types: payload_types ? [...payload_types] : null,
            cidr_ranges: cidr_ranges ? [...cidr_ranges] : null,
          })
          .where('client', '=', client)
          .where('role_reference', '=', role_reference)
          .execute()
      }
      const references = roles.map(({ role_reference }) => role_reference)
      const update = tx.db.updateTable('portal_users').set({ roles: references }).where('client', '=', client)
      await update.where('user_reference', '=', 'assignee').execute()
      await bumpAccessVersion(tx)
    })

  const expectAllowedAnswers = async (assignee: Assignee): Promise<void> => {
    await replaceRoles(assignee.roles)
    const { events, onDashboard, ...expected } = expectedAnswers(assignee)
    const { onDashboard: actualDashboard, ...actual } = await new ActualAnswers(server, token, assignee.address).all()
    expect(actual).toEqual(expected)
    if (actualDashboard === null) expect(onDashboard.devices).toBe(0)
    else expect(actualDashboard).toEqual(onDashboard)
    expect(await receivedEvents(server, { token, address: assignee.address, allowedEvents: events })).toEqual(events)
  }

  it(
    `people with random roles get exactly what the rules allow (${cases} cases, HOLDFAST_TEST_SEED=${testSeed})`,
    async () => {
      await fc.assert(fc.asyncProperty(randomAssignee, expectAllowedAnswers), {
        numRuns: cases,
        endOnFailure: cases > 50,
      })
    },
    60_000 + cases * maxCaseMs,
  )
}

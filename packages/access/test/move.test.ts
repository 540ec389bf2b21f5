import type { Permission, RoleRules } from '@holdfast/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accessFor, compileRoles, type Group, moveProblem } from '../src/index.ts'
import { randomCaller, randomGroup, randomRoles } from './random-roles.ts'

const group = (group_reference: string): Group => ({ group_reference, tags: [] })
const role = (permissions: Permission[], more: Partial<RoleRules> = {}): RoleRules => ({
  role_reference: 'Role',
  permissions,
  ...more,
})
const problem = (roles: RoleRules[], from: string, to: string, address = '10.0.0.1') =>
  moveProblem(accessFor(compileRoles(roles, { client: 'acme' }), { address }), { from: group(from), to: group(to) })

const mover = { actions_matching: 'device_users:*' }
const hearsRates = { actions_matching: 'payloads:play', conditions: [{ names_matching: 'Rates' }] }

test('nobody moves a person to where they could then hear them', () => {
  expect(problem([role([mover, hearsRates])], 'Equities', 'Rates')).toMatchObject({ action: 'payloads:play' })
  expect(problem([role([mover, hearsRates])], 'Rates', 'Equities')).toBeNull()
  expect(problem([role([mover, { actions_matching: 'payloads:play' }])], 'Equities', 'Rates')).toBeNull()
})

test('what is allowed from another address counts, and what is allowed for one type alone', () => {
  const office = role([hearsRates], { cidr_ranges: ['10.20.0.0/16'] })
  expect(problem([role([mover]), office], 'Equities', 'Rates')).toMatchObject({ action: 'payloads:play' })
  const calls = role([hearsRates], { payload_types: ['Call'] })
  expect(problem([role([mover]), calls], 'Equities', 'Rates')).toMatchObject({ payload_type: 'Call' })
})

test('a move within the same group, or between two that are alike, gives nothing', () => {
  fc.assert(
    fc.property(randomRoles, randomGroup, randomCaller, (roles, one, caller) => {
      const access = accessFor(compileRoles(roles, { client: 'acme' }), caller)
      expect(moveProblem(access, { from: one, to: { ...one } })).toBeNull()
    }),
  )
})

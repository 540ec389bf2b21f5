import type { Permission, RoleRules } from '@holdfast/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accessFor, compileRoles, type Group, moveDifferencesInSteps } from '../src/index.ts'
import { finish } from '../src/steps.ts'
import { randomCaller, randomGroup, randomRoles } from './random-roles.ts'

const group = (group_reference: string): Group => ({ group_reference, tags: [] })
const differences = (permissions: Permission[], from: string[], more: Partial<RoleRules> = {}) => {
  const roles = compileRoles([{ role_reference: 'Role', permissions, ...more }], { client: 'acme' })
  const accesses = [accessFor(roles, { address: '10.0.0.1' })]
  return finish(moveDifferencesInSteps(accesses, { from: from.map(group), to: group('Rates') }))
}
const plays = (group: string): Permission => ({
  actions_matching: 'payloads:play',
  conditions: [{ names_matching: group }],
})

test('what somebody can do on one side alone is gained or lost', () => {
  const play = { action: 'payloads:play', payload_types: ['Call'] }
  const calls = { payload_types: ['Call' as const] }
  expect(differences([plays('Rates')], ['Equities'], calls)).toEqual({ gained: [play], lost: [] })
  expect(differences([plays('Equities')], ['Equities'], calls)).toEqual({ gained: [], lost: [play] })
  expect(differences([{ actions_matching: 'payloads:play' }], ['Equities'])).toEqual({ gained: [], lost: [] })
})

test('of people from several groups, gained is what somebody could not do in all of them, and lost what they could in one', () => {
  const play = expect.objectContaining({ action: 'payloads:play' })
  expect(differences([plays('Rates'), plays('Equities')], ['Equities', 'Bonds'])).toEqual({ gained: [play], lost: [] })
  expect(differences([plays('Equities')], ['Equities', 'Bonds'])).toEqual({ gained: [], lost: [play] })
})

test('what is not about people is no difference', () => {
  const inRates: Permission = { actions_matching: 'groups:*', conditions: [{ names_matching: 'Rates' }] }
  expect(differences([inRates], ['Equities'])).toEqual({ gained: [], lost: [] })
})

test('a move between groups that are alike changes nothing, and what is gained one way is lost the other way', () => {
  fc.assert(
    fc.property(randomRoles, randomGroup, randomGroup, randomCaller, (roles, one, other, caller) => {
      const accesses = [accessFor(compileRoles(roles, { client: 'acme' }), caller)]
      const there = finish(moveDifferencesInSteps(accesses, { from: [one], to: other }))
      const back = finish(moveDifferencesInSteps(accesses, { from: [other], to: one }))
      expect([there.gained, there.lost]).toEqual([back.lost, back.gained])
      expect(finish(moveDifferencesInSteps(accesses, { from: [one], to: { ...one } }))).toEqual({
        gained: [],
        lost: [],
      })
    }),
  )
})

import type { RoleRules } from '@holdfast/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accessFor, checkRole, checkRoleInSteps, compileRolesInSteps, groupList, type Steps } from '../src/index.ts'
import { finish } from '../src/steps.ts'
import { randomCaller, randomGroup, randomRoles } from './random-roles.ts'

/** Runs one step of each in turn, as the server does for concurrent calls. */
const finishInterleaved = <T>(works: readonly Steps<T>[]): T[] => {
  const results = new Map<Steps<T>, T>()
  while (results.size < works.length) {
    for (const work of works.filter((one) => !results.has(one))) {
      const { done, value } = work.next()
      if (done) results.set(work, value)
    }
  }
  return works.flatMap((work) => results.get(work) ?? [])
}

const stepsOf = (work: Steps<unknown>): number => {
  let steps = 1
  while (!work.next().done) steps++
  return steps
}

const roleOf = (permissions: number): RoleRules => ({
  role_reference: 'Many',
  permissions: Array.from({ length: permissions }, (_, index) => ({
    actions_matching: 'payloads:read',
    conditions: [{ names_matching: `.*[a-z].*${index % 10}`, is_regex: true }],
  })),
})

test('interleaved questions get the same answers as separate ones', () => {
  const drawnGroups = fc.array(randomGroup, { minLength: 10, maxLength: 20 })
  let allowed = 0
  fc.assert(
    fc.property(randomRoles, randomCaller, drawnGroups, fc.boolean(), (roles, caller, drawn, isList) => {
      const groups = isList ? groupList(drawn) : drawn
      const access = () => accessFor(finish(compileRolesInSteps(roles, caller)), caller)
      const actions = ['payloads:read', 'payloads:play', 'groups:read', 'comments:read'] as const
      const together = access()
      const answers = finishInterleaved(actions.map((action) => together.groupsForInSteps(action, groups, 'Call')))
      const alone = actions.map((action) => access().groupsFor(action, drawn, 'Call'))
      allowed += alone.flat().length
      expect(answers).toEqual(alone.flat())
    }),
    { numRuns: 300 },
  )
  expect(allowed).toBeGreaterThan(100)
})

test('a role with many regexes is checked, compiled and evaluated in many small steps', () => {
  const role = roleOf(300)
  const groups = groupList(Array.from({ length: 100 }, (_, index) => ({ group_reference: `Desk ${index}`, tags: [] })))
  expect(stepsOf(checkRoleInSteps(role))).toBe(11)
  expect(finish(checkRoleInSteps(role))).toEqual(checkRole(role))
  // One for each permission, and one for each different regex.
  expect(stepsOf(compileRolesInSteps([role], { client: 'acme' }))).toBe(311)
  const access = accessFor(finish(compileRolesInSteps([role], { client: 'acme' })), { address: '10.0.0.1' })
  expect(stepsOf(access.groupsForInSteps('payloads:read', groups, 'Call'))).toBe(101)
  expect(stepsOf(access.groupsForInSteps('payloads:read', groups, 'Call'))).toBe(1)
})

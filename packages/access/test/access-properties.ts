import type { RoleRules } from '@holdfast/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Access, accessFor, compileRoles, explain, type Group, grantProblem, groupList } from '../src/index.ts'
import { randomCaller, randomGroup, randomQuestion, randomRole, randomRoles } from './random-roles.ts'
import { isOfAccount, type ReferenceQuestion, referenceAllows } from './reference-evaluator.ts'

const questionsEach = 10

const questions = fc.array(randomQuestion, { minLength: questionsEach, maxLength: questionsEach })

/** Milliseconds. Far longer than the cases take, so that only a hang fails a test. */
const timeoutOf = (cases: number): number => 60_000 + cases * 3

/**
 * Defines the tests that compare the evaluation of random roles with a naive one.
 * @param cases number of random questions
 */
export const compareWithReference = (cases: number): void => {
  describe('compared with the reference implementation', () => {
    test(
      `${cases} random questions get the same answers, and explanations that agree`,
      () => {
        let allowed = 0
        fc.assert(
          fc.property(randomRoles, randomCaller, questions, (roles, caller, asked) => {
            const compiled = compileRoles(roles, caller)
            const access = accessFor(compiled, caller)
            for (const question of asked) {
              const expected = referenceAllows(roles, { ...caller, ...question })
              expect(access.can(question.action, question)).toBe(expected)
              expect(explain(compiled, { ...caller, ...question }).allowed).toBe(expected)
              if (expected) {
                allowed++
                if (!isOfAccount(question.action)) expect(access.mayAtAll(question.action)).toBe(true)
              }
              if (isOfAccount(question.action)) {
                const open = referenceAllows(roles, { ...caller, action: question.action })
                expect(access.mayAtAll(question.action)).toBe(open)
              }
            }
          }),
          { numRuns: Math.ceil(cases / questionsEach) },
        )
        expect(allowed).toBeGreaterThan(cases / 50)
      },
      timeoutOf(cases),
    )

    test(
      'lists and visibility of many groups agree with questions about each',
      () => {
        fc.assert(
          fc.property(randomRoles, randomCaller, fc.array(randomGroup, { maxLength: 6 }), (roles, caller, drawn) => {
            const groups = drawn.map((group, index) => ({
              ...group,
              group_reference: `${group.group_reference}${index % 2}`,
            }))
            const access = accessFor(compileRoles(roles, caller), caller)
            const list = groupList(groups)
            for (const asked of [groups, list, list]) expectAsReference(access, asked, { roles, caller })
          }),
          { numRuns: Math.ceil(cases / 50) },
        )
      },
      timeoutOf(cases),
    )
  })

  test(
    'a role that may be granted never allows what its granter could not do',
    () => {
      let granted = 0
      const situation = fc.tuple(randomRoles, randomRole, randomCaller, questions)
      fc.assert(
        fc.property(situation, fc.boolean(), ([roles, drawn, caller, asked], isOwn) => {
          const role = isOwn && roles[0] ? roles[0] : drawn
          const compiled = compileRoles(roles, caller)
          if (grantProblem(accessFor(compiled, caller), role)) return
          for (const question of asked) {
            for (const address of [caller.address, '10.1.2.3', '8.8.8.8']) {
              const there = { ...caller, ...question, address }
              if (!referenceAllows([role], there)) continue
              granted++
              expect(referenceAllows(roles, there)).toBe(true)
            }
          }
        }),
        { numRuns: Math.ceil(cases / 10) },
      )
      expect(granted).toBeGreaterThan(cases / 500)
    },
    timeoutOf(cases),
  )
}

interface Situation {
  readonly roles: readonly RoleRules[]
  readonly caller: Pick<ReferenceQuestion, 'client' | 'address' | 'account_cidr_ranges'>
}

const expectAsReference = (access: Access, groups: readonly Group[], { roles, caller }: Situation): void => {
  const types = ['Call', 'SMS', 'Photo', 'Video'] as const
  const rows = access.visibility('payloads:read', groups, types)
  for (const payload_type of types) {
    const expected = groups
      .filter((group) => referenceAllows(roles, { ...caller, action: 'payloads:read', group, payload_type }))
      .map(({ group_reference }) => group_reference)
    expect(access.groupsFor('payloads:read', groups, payload_type)).toEqual(expected)
    const mine = rows.filter((row) => row.payload_types.includes(payload_type))
    expect(mine.length).toBeLessThanOrEqual(1)
    const seen = mine[0]?.groups ?? []
    expect(seen === 'all' ? groups.map(({ group_reference }) => group_reference) : seen).toEqual(expected)
    if (seen === 'all') expect(access.can('payloads:read', { payload_type })).toBe(true)
  }
}

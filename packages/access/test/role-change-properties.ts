import { isPayloadAction, type RoleRules } from '@holdfast/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accessFor, actionsConcerned, changeOfAction, changeProblem, compileRoles } from '../src/index.ts'
import { randomCaller, randomGroup, randomQuestion, randomRole, randomRoles } from './random-roles.ts'
import { type ReferenceQuestion, referenceAllows } from './reference-evaluator.ts'

/** Names a payload type: without one, a change that only adds the last missing type would look like a gain of all types. */
const ofOneType = <Q extends Pick<ReferenceQuestion, 'action' | 'payload_type'>>(question: Q): Q =>
  isPayloadAction(question.action) ? { payload_type: 'Photo', ...question } : question

/** Milliseconds. Far longer than the cases take, so that only a hang fails a test. */
const timeoutOf = (cases: number): number => 60_000 + cases * 20

/**
 * Defines the tests that compare random changes of roles with a naive evaluation.
 * @param cases number of random changes
 */
export const compareRoleChanges = (cases: number): void => {
  test(
    'a change that its author may make never allows what its author could not do',
    () => {
      let opened = 0
      const questions = fc.array(randomQuestion, { minLength: 10, maxLength: 10 })
      const replaced = fc.tuple(randomRole, randomRole, fc.nat({ max: 3 })).map(([stored, drawn, kept]) => ({
        stored,
        // Keeps some permissions, because the changes that people make are small.
        changed: kept
          ? { ...stored, permissions: [...stored.permissions.slice(kept - 1), ...drawn.permissions] }
          : drawn,
      }))
      // Other conditions for the same actions, some of which add to the former ones.
      const reconditioned = fc.tuple(randomRole, randomRole, fc.boolean()).map(([stored, drawn, adds]) => ({
        stored,
        changed: {
          ...stored,
          permissions: stored.permissions.map((one, index) => {
            const { conditions = [] } = drawn.permissions[index] ?? {}
            return { ...one, conditions: [...(adds ? (one.conditions ?? []) : []), ...conditions] }
          }),
        },
      }))
      const change = fc.oneof(replaced, reconditioned)
      fc.assert(
        fc.property(
          randomRoles,
          change,
          randomRoles,
          randomCaller,
          questions,
          fc.boolean(),
          (drawn, { stored, changed }, others, caller, asked, hasWhatTheyGive) => {
            const own = hasWhatTheyGive ? [changed, ...drawn.slice(1)] : drawn
            const author = accessFor(compileRoles(own, caller), caller)
            if (changed.permissions.length === 0 || changeProblem(author, stored, changed)) return
            for (const question of asked) {
              for (const address of [caller.address, '10.1.2.3', '8.8.8.8']) {
                const there = { ...caller, ...ofOneType(question), address }
                if (!referenceAllows([...others, changed], there) || referenceAllows([...others, stored], there))
                  continue
                opened++
                expect(referenceAllows(own, there)).toBe(true)
              }
            }
          },
        ),
        { numRuns: cases },
      )
      expect(opened).toBeGreaterThan(0)
    },
    timeoutOf(cases),
  )

  test(
    'finds the gains and losses that single questions find, and none for actions that the change does not concern',
    () => {
      const groupsDrawn = fc.uniqueArray(randomGroup, {
        maxLength: 4,
        selector: ({ group_reference }) => group_reference,
      })
      fc.assert(
        fc.property(
          randomRoles,
          randomRole,
          randomRole,
          randomCaller,
          groupsDrawn,
          (others, stored, changed, caller, groups) => {
            const [was, is] = [
              [...others, stored],
              [...others, changed],
            ].map((roles) => accessFor(compileRoles(roles, caller), caller))
            if (!was || !is) return
            for (const action of ['payloads:play', 'groups:read', 'internal:keys'] as const) {
              const questions = [undefined, ...groups].flatMap((group) =>
                action === 'payloads:play'
                  ? (['Call', 'SMS', 'Photo', 'Video'] as const).map((payload_type) => ({ group, payload_type }))
                  : [{ group }],
              )
              const ask = (roles: readonly RoleRules[]) =>
                questions.map(({ group, ...more }) =>
                  referenceAllows(roles, { ...caller, action, ...more, ...(group ? { group } : {}) }),
                )
              const [before, after] = [ask([...others, stored]), ask([...others, changed])]
              const expected = {
                gains: after.some((answer, index) => answer && !before[index]),
                loses: before.some((answer, index) => answer && !after[index]),
              }
              expect(changeOfAction(action, was, is, groups)).toEqual(expected)
              if (!actionsConcerned(stored, changed, caller.client).includes(action)) {
                expect(expected).toEqual({ gains: false, loses: false })
              }
            }
          },
        ),
        { numRuns: cases / 2 },
      )
    },
    timeoutOf(cases),
  )
}

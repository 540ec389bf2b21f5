import { isPayloadAction, type Permission, type RoleRules } from '@holdfast/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Access, accessFor, actionsConcerned, changeOfAction, changeProblem, compileRoles } from '../src/index.ts'
import { randomCaller, randomGroup, randomQuestion, randomRole, randomRoles } from './random-roles.ts'
import { type ReferenceQuestion, referenceAllows } from './reference-evaluator.ts'

const cases = Number(process.env.HOLDFAST_CASES ?? 40_000) / 20
const timeout = 30_000 + cases * 10

const role = (rules: Partial<RoleRules>): RoleRules => ({ role_reference: 'Desk', permissions: [], ...rules })
const access = (roles: readonly Partial<RoleRules>[], client = 'acme'): Access =>
  accessFor(compileRoles(roles.map(role), { client }), { address: '10.1.0.1' })
const read: Permission = { actions_matching: 'payloads:read' }
const play: Permission = { actions_matching: 'payloads:play' }
const not = (permission: Permission): Permission => ({ ...permission, is_denied: true })
const inSales = (permission: Permission): Permission => ({ ...permission, conditions: [{ names_matching: 'Sales' }] })

/** Names a payload type: without one, a change that only adds the last missing type would look like a gain of all types. */
const ofOneType = <Q extends Pick<ReferenceQuestion, 'action' | 'payload_type'>>(question: Q): Q =>
  isPayloadAction(question.action) ? { payload_type: 'Photo', ...question } : question

describe('changeProblem', () => {
  test.each<[string, Permission[], Partial<RoleRules> | null, Partial<RoleRules>, string | null]>([
    ['a new role with what its author has', [read], null, { permissions: [read] }, null],
    ['a new role with more', [read], null, { permissions: [read, play] }, '1 payloads:play'],
    ['a permission added', [read], { permissions: [read] }, { permissions: [read, play] }, '1 payloads:play'],
    [
      'a kept permission that its author never had',
      [read],
      { permissions: [play] },
      { permissions: [play, read] },
      null,
    ],
    [
      'a removed permission that its author never had',
      [read],
      { permissions: [play, read] },
      { permissions: [read] },
      null,
    ],
    [
      'a narrowed permission that its author never had',
      [read],
      { permissions: [play] },
      { permissions: [inSales(play)] },
      '0 payloads:play',
    ],
    ['a removed denial', [read], { permissions: [read, not(play)] }, { permissions: [read] }, 'null payloads:play'],
    ['a denial of what its author can do', [read], { permissions: [not(read)] }, { permissions: [read] }, null],
    [
      'a denial narrowed',
      [read],
      { permissions: [not(play)] },
      { permissions: [not(inSales(play))] },
      'null payloads:play',
    ],
    ['a denial widened', [read], { permissions: [not(inSales(play))] }, { permissions: [not(play)] }, null],
    ['a denial added', [read], { permissions: [play] }, { permissions: [play, not(play)] }, null],
    [
      'more payload types',
      [read],
      { permissions: [play], payload_types: ['Call'] },
      { permissions: [play] },
      '0 payloads:play',
    ],
    ['fewer payload types', [read], { permissions: [play] }, { permissions: [play], payload_types: ['Call'] }, null],
    [
      'a denial for fewer payload types',
      [read],
      { permissions: [not(play)] },
      { permissions: [not(play)], payload_types: ['Call'] },
      'null payloads:play',
    ],
    [
      'more addresses',
      [read],
      { permissions: [play], cidr_ranges: ['10/8'] },
      { permissions: [play] },
      '0 payloads:play',
    ],
    ['fewer addresses', [read], { permissions: [play] }, { permissions: [play], cidr_ranges: ['10/8'] }, null],
    [
      'a denial from fewer addresses',
      [read],
      { permissions: [not(play)] },
      { permissions: [not(play)], cidr_ranges: ['10/8'] },
      'null payloads:play',
    ],
    [
      'a denial from other addresses',
      [read],
      { permissions: [not(play)], cidr_ranges: ['10/8'] },
      { permissions: [not(play)], cidr_ranges: ['10.1/16'] },
      'null payloads:play',
    ],
    [
      'fields in another order',
      [read],
      { permissions: [{ is_regex: false, ...not(play) }] },
      { permissions: [{ is_denied: true, actions_matching: 'payloads:play', conditions: [] }] },
      null,
    ],
  ])('%s', (_, own, stored, changed, expected) => {
    const problem = changeProblem(access([{ permissions: own }]), stored && role(stored), role(changed))
    expect(problem && `${problem.permission_index} ${problem.action}`).toBe(expected)
  })

  test('people cannot remove a denial that applies to them', () => {
    const own = [{ permissions: [{ actions_matching: '*' }] }, { permissions: [not(inSales(play))] }]
    expect(changeProblem(access(own), role(own[1] ?? {}), role({ permissions: [read] }))?.action).toBe('payloads:play')
  })

  test('a denial with an unreadable range can only be removed by an author who may do what it denies from everywhere', () => {
    const [stored, changed] = [not(play), read].map((one) => role({ permissions: [one], cidr_ranges: ['10.0.0.1/33'] }))
    const change = (own: Partial<RoleRules>) =>
      stored &&
      changed &&
      changeProblem(access([{ permissions: [{ actions_matching: '*' }], ...own }]), stored, changed)
    expect(change({ cidr_ranges: ['10/8'] })?.action).toBe('payloads:play')
    expect(change({})).toBeNull()
  })

  test('removing the denial of everything requires the actions of the provider’s area', () => {
    const author = access([{ permissions: [{ actions_matching: '*' }] }], 'admin')
    const stored = role({ permissions: [not({ actions_matching: '*' })] })
    expect(changeProblem(author, stored, role({ permissions: [read] }))?.action).toBe('internal:clients')
  })

  test(
    'a change that its author may make never allows what its author could not do',
    () => {
      let opened = 0
      const questions = fc.array(randomQuestion, { minLength: 10, maxLength: 10 })
      const change = fc.tuple(randomRole, randomRole, fc.nat({ max: 3 })).map(([stored, drawn, kept]) => ({
        stored,
        // Keeps some permissions, because the changes that people make are small.
        changed: kept
          ? { ...stored, permissions: [...stored.permissions.slice(kept - 1), ...drawn.permissions] }
          : drawn,
      }))
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
      expect(opened).toBeGreaterThan(cases / 20)
    },
    timeout,
  )
})

describe('changeOfAction', () => {
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
    timeout,
  )

  test('a change concerns the actions of changed permissions, or of all if payload types or ranges changed', () => {
    const stored = role({ permissions: [read, not(play)] })
    expect(actionsConcerned(stored, stored, 'acme')).toEqual([])
    expect(actionsConcerned(stored, role({ permissions: [not(play), read] }), 'acme')).toEqual([])
    expect(actionsConcerned(stored, role({ permissions: [read] }), 'acme')).toEqual(['payloads:play'])
    expect(actionsConcerned(stored, { ...stored, cidr_ranges: ['10/8'] }, 'acme')).toEqual([
      'payloads:read',
      'payloads:play',
    ])
    expect(actionsConcerned(null, role({ permissions: [read] }), 'acme')).toEqual(['payloads:read'])
  })
})

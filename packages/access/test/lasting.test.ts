import { isPayloadAction, type RoleRules } from '@holdfast/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accessFor, changeProblem, compileRoles, grantProblem, type HeldRole, rulesLasting } from '../src/index.ts'
import { randomCaller, randomQuestion, randomRole } from './random-roles.ts'
import { referenceAllows } from './reference-evaluator.ts'

const role = (role_reference: string, ...actions: string[]): RoleRules => ({
  role_reference,
  permissions: actions.map((actions_matching) => ({ actions_matching })),
})
const at = (hour: number): string => new Date(Date.UTC(2030, 0, 1, hour)).toISOString()

describe('what somebody can grant until a time', () => {
  const permanent = { rules: role('Readers', 'payloads:read'), valid_until: null }
  const ending = { rules: role('Players', 'payloads:play'), valid_until: at(8) }
  const canGrant = (given: RoleRules, until: string | null, held: readonly HeldRole[] = [permanent, ending]) =>
    grantProblem(accessFor(compileRoles(rulesLasting(held, until), caller), caller), given) === null
  const caller = { client: 'acme', address: '10.0.0.1', account_cidr_ranges: null }

  it('is what they have until then', () => {
    expect(canGrant(ending.rules, at(7))).toBe(true)
    expect(canGrant(ending.rules, at(8))).toBe(true)
    expect(canGrant(ending.rules, at(9))).toBe(false)
    expect(canGrant(ending.rules, null)).toBe(false)
    expect(canGrant(permanent.rules, null)).toBe(true)
  })

  it('compares moments, not texts', () => {
    expect(canGrant(ending.rules, '2030-01-01T09:00:00.000+02:00')).toBe(true)
    expect(canGrant(ending.rules, '2030-01-01T07:00:00.000-02:00')).toBe(false)
  })

  it('excludes what a role denies that ends sooner', () => {
    const permissions = [{ actions_matching: 'payloads:read', is_denied: true }]
    const denial = { rules: { role_reference: 'Not now', permissions }, valid_until: at(8) }
    expect(canGrant(permanent.rules, null, [permanent, denial])).toBe(false)
  })
})

type Person = 'author' | 'other'
interface World {
  readonly roles: ReadonlyMap<string, RoleRules>
  readonly held: Readonly<Record<Person, ReadonlyMap<string, string | null>>>
}
type Caller = { client: string; address: string; account_cidr_ranges: readonly string[] | null }

const heldBy = ({ roles, held }: World, person: Person): HeldRole[] =>
  [...held[person]].flatMap(([reference, valid_until]) => {
    const rules = roles.get(reference)
    return rules ? [{ rules, valid_until }] : []
  })
/** The roles that a person has at an hour. */
const rolesAt = (world: World, person: Person, hour: number): RoleRules[] =>
  heldBy(world, person).flatMap(({ rules, valid_until }) =>
    valid_until === null || valid_until > at(hour) ? rules : [],
  )

/** One attempt of the author, at an hour: to give a role until an hour (`null`: for good), or to change a role. */
const attempt = fc.record({
  hour: fc.integer({ min: 0, max: 5 }),
  to: fc.constantFrom<Person>('author', 'other'),
  role: fc.constantFrom('R0', 'R1', 'R2', 'R3'),
  until: fc.option(fc.integer({ min: 1, max: 9 })),
  change: fc.option(fc.tuple(randomRole, fc.constantFrom('R0', 'R1', 'R2', 'R3'))),
})
type Attempt = typeof attempt extends fc.Arbitrary<infer A> ? A : never

/** The world after an attempt, which changes nothing if it is refused. */
const after = (world: World, { hour, to, role, until, change }: Attempt, caller: Caller): World => {
  const own = heldBy(world, 'author').filter(({ valid_until }) => valid_until === null || valid_until > at(hour))
  const accesses = (end: string | null) =>
    [own.map(({ rules }) => rules), rulesLasting(own, end)].map((rules) =>
      accessFor(compileRoles(rules, caller), caller),
    )
  const stored = world.roles.get(role)
  if (!stored) return world
  if (change) {
    const [drawn, copied] = change
    const permissions = [...stored.permissions, ...(world.roles.get(copied) ?? drawn).permissions]
    const changed = { ...stored, permissions }
    if (accesses(null).some((access) => changeProblem(access, stored, changed))) return world
    return { ...world, roles: new Map([...world.roles, [role, changed]]) }
  }
  const end = until === null ? null : at(until)
  const present = world.held[to].get(role)
  if (present === null || (end !== null && end <= at(hour))) return world
  const isOwnEnd = to === 'author' && present !== undefined && present > at(hour)
  if (accesses(isOwnEnd ? null : end).some((access) => grantProblem(access, stored))) return world
  return { ...world, held: { ...world.held, [to]: new Map([...world.held[to], [role, end]]) } }
}

describe('in time', () => {
  it('no sequence of calls leaves anybody with a right beyond the end of what gave it to its author', () => {
    const situation = fc.record({
      drawn: fc.tuple(randomRole, randomRole, randomRole, randomRole),
      ends: fc.tuple(fc.option(fc.integer({ min: 1, max: 6 })), fc.integer({ min: 1, max: 6 })),
      attempts: fc.array(attempt, { minLength: 1, maxLength: 6 }),
      caller: randomCaller,
      asked: fc.array(randomQuestion, { minLength: 6, maxLength: 6 }),
    })
    let [changed, held] = [0, 0]
    fc.assert(
      fc.property(situation, ({ drawn, ends, attempts, caller, asked }) => {
        const roles = new Map(drawn.map((rules, index) => [`R${index}`, { ...rules, role_reference: `R${index}` }]))
        const author = new Map(
          ends.map((end, index): [string, string | null] => [`R${index}`, end === null ? null : at(end)]),
        )
        const before: World = { roles, held: { author, other: new Map([['R2', null]]) } }
        const inOrder = attempts.toSorted((one, other) => one.hour - other.hour)
        const world = inOrder.reduce((now, one) => after(now, one, caller), before)
        if (world === before) return
        changed++
        for (const question of asked) {
          const asking = isPayloadAction(question.action) ? { payload_type: 'Photo' as const, ...question } : question
          for (const hour of [6, 7, 10]) {
            for (const person of ['author', 'other'] as const) {
              for (const address of [caller.address, '10.1.2.3', '8.8.8.8']) {
                const there = { ...caller, ...asking, address }
                if (!referenceAllows(rolesAt(world, person, hour), there)) continue
                held++
                const isOwn = referenceAllows(rolesAt(before, person, hour), there)
                expect(isOwn || referenceAllows(rolesAt(before, 'author', hour), there)).toBe(true)
              }
            }
          }
        }
      }),
      { numRuns: 1_500 },
    )
    expect(changed).toBeGreaterThan(150)
    expect(held).toBeGreaterThan(150)
  }, 120_000)
})

import type { RoleRules } from '@holdfast/contract'
import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'
import { accessFor, checkRole, compileRoles, type Group } from '../src/index.ts'

/** Roles at the limits that `checkRole` sets, with matchers that are as slow as possible (times in docs/decisions/0024). */

const roleWith = (matchers: readonly string[], is_regex: boolean): RoleRules => ({
  role_reference: 'Largest',
  permissions: matchers.map((names_matching) => ({
    actions_matching: 'payloads:read',
    conditions: [{ names_matching, is_regex }],
  })),
})

/** As many regexes as a role can have. */
const fill = (regexAt: (index: number) => string): string[] => {
  const regexes: string[] = []
  let instructions = 0
  for (;;) {
    const regex = regexAt(regexes.length)
    instructions += RE2JS.compile(regex).programSize()
    if (instructions > 20_000) return regexes
    regexes.push(regex)
  }
}

/** Groups with names of the largest length, made of `letters` in an order that hardly repeats. */
const groupsOf = (letters: string, count: number): Group[] => {
  let random = 1
  const nextLetter = (): string => {
    random = (random * 48_271) % 0x7fff_ffff
    return letters[random % letters.length] ?? ''
  }
  return Array.from({ length: count }, () => ({
    group_reference: Array.from({ length: 255 }, nextLetter).join(''),
    tags: [],
  }))
}

describe('a role with as many regexes as the limits allow', () => {
  test.each<[string, (index: number) => string, string]>([
    [
      'that each wait for several characters in turn',
      (index) => `.*a.*${'bcdefghijk'[index % 10]}.*${index % 7}.*${index}.*`,
      'abcdefghijk0123456789',
    ],
    ['that can each be in many states at once', (index) => `(.*[ab0-9]){8}${index}(.*[ab]){2}`, 'ab0123456789'],
    [
      'that are each as large as one can be',
      (index) => `.*[a${'bcdef'[index % 5]}].{480}.{480}.*${index}.{480}.{480}`,
      'abcd01',
    ],
  ])('%s', (_, regexAt, letters) => {
    const regexes = fill(regexAt)
    const role = roleWith(regexes, true)
    expect(checkRole(role)).toEqual([])
    expect(checkRole(roleWith([...regexes, regexAt(regexes.length)], true))).toHaveLength(1)
    const groups = [...groupsOf(letters, 2), { group_reference: 'a'.repeat(255), tags: [] }]
    const compiled = regexes.map((regex) => RE2JS.compile(regex))
    const expected = groups.filter(({ group_reference }) => compiled.some((regex) => regex.testExact(group_reference)))
    const access = accessFor(compileRoles([role], { client: 'acme' }), { address: '10.0.0.1' })
    expect(access.groupsFor('payloads:read', groups, 'Call')).toEqual(expected.map((group) => group.group_reference))
  })
})

test('a role with as many wildcards as the limits allow', () => {
  const wildcards = Array.from({ length: 5_000 }, (_, index) => `*${[...String(index).padStart(126, 'ab')].join('*')}*`)
  const role = roleWith(wildcards, false)
  expect(checkRole(role)).toEqual([])
  const groups = groupsOf('ab0123456789', 5)
  const access = accessFor(compileRoles([role], { client: 'acme' }), { address: '10.0.0.1' })
  const isMatch = (name: string, wildcard: string): boolean => {
    let from = 0
    return wildcard.split('*').every((segment) => {
      const found = name.indexOf(segment, from)
      from = found + segment.length
      return found >= 0
    })
  }
  const expected = groups.filter(({ group_reference }) =>
    role.permissions.some(({ conditions }) => isMatch(group_reference, conditions?.[0]?.names_matching ?? '')),
  )
  expect(access.groupsFor('payloads:read', groups, 'Call')).toEqual(expected.map((group) => group.group_reference))
})

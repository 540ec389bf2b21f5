import { accessFor, compileRoles, type Group, groupList } from '@holdfast/access'
import type { Condition, RoleRules } from '@holdfast/contract'
import { asRole, rulesOf } from './access-rules.ts'

const count = 10_000
const rounds = 51
const cachedRounds = 1_000

const desks = ['Equities', 'Rates', 'Credit', 'Commodities', 'Prime', 'Research', 'Sales', 'Treasury']
const cities = ['London', 'Paris', 'New York', 'Tokyo', 'Lisbon', 'Madrid', 'Zurich', 'Hong Kong']
const regions = ['EU', 'UK', 'US', 'APAC']

const at = (list: readonly string[], index: number): string => list[index % list.length] ?? ''
const fourDigits = (index: number): string => String(index).padStart(4, '0')

/** Group names in the styles of four departments. */
const nameOf = (index: number): string => {
  const [desk, city] = [at(desks, index >> 2), at(cities, index >> 5)]
  const names = [`Desk ${fourDigits(index)}`, `Desk-${at(regions, index >> 2)}-${fourDigits(index)}`]
  return [...names, `${desk} ${city} ${index}`, `${city} ${desk} Team ${fourDigits(index)}`][index % 4] ?? ''
}

const groupsWith = (tags: number): Group[] =>
  Array.from({ length: count }, (_, index) => ({
    group_reference: nameOf(index),
    tags: Array.from({ length: tags }, (_, tag) => ({
      tag_key: tag === 0 ? 'region' : `key ${tag}`,
      tag_value: tag === 0 ? at(regions, index) : `CC ${(index * 7 + tag) % 500}`,
    })),
  }))

/** Conditions as people write them: names, prefixes, and five kinds of regexes. */
const usual = (index: number): Condition => {
  const [desk, city, region] = [at(desks, index), at(cities, index >> 3), at(regions, index)]
  const conditions: Condition[] = [
    { names_matching: nameOf(index * 9) },
    { names_matching: `Desk ${fourDigits(index * 9).slice(0, 3)}*` },
    { names_matching: `Desk ${fourDigits(index * 9).slice(0, 3)}(2|5|8)`, is_regex: true },
    { names_matching: `^Desk-(${region}|${at(regions, index + 1)})-${index}[0-9]*$`, is_regex: true },
    { names_matching: `.*${city}.* ${index}.*`, is_regex: true },
    { names_matching: `(${desk}|${at(desks, index + 3)}) (${city}|Oslo) ${index}.*`, is_regex: true },
    { names_matching: `[A-Z][a-z]+ [A-Z][a-z]+ ${index}[0-9]?`, is_regex: true },
    { names_matching: `${desk} ${city}*${index}` },
  ]
  return conditions[index % conditions.length] ?? { names_matching: '*' }
}

/** A regex within the limits of a role that costs as much as possible: it has no literal text to search for first. */
const hostile = (index: number): Condition => ({
  names_matching: `.*a.*${at([...'bcdefghijklmnop'], index)}.*${index % 10}.*`,
  is_regex: true,
})

const roleOf = (condition: (index: number) => Condition): RoleRules => ({
  role_reference: 'Bench',
  permissions: Array.from({ length: 1_000 }, (_, index) => ({
    actions_matching: 'payloads:*',
    is_denied: index % 10 === 9,
    conditions: [
      condition(index),
      ...(index % 3 === 0 ? [{ keys_matching: 'region', values_matching: at(regions, index) }] : []),
    ],
  })),
})

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

const millisecondsOf = (work: () => void): number => {
  const start = performance.now()
  work()
  return performance.now() - start
}

/** Only the compiled regexes, which all roles share, and the list of groups are reused between rounds. */
const resolve = (label: string, role: RoleRules, groups: readonly Group[]): void => {
  const compile = () => accessFor(compileRoles([role], { client: 'acme' }), { address: '10.0.0.1' })
  const ask = (access: ReturnType<typeof compile>) => access.groupsFor('payloads:read', groups, 'Call')
  const first = millisecondsOf(() => ask(compile()))
  const accesses = Array.from({ length: rounds }, compile)
  const compiling = median(accesses.map(() => millisecondsOf(compile)))
  const uncached = median(accesses.map((access) => millisecondsOf(() => ask(access))))
  const [access = compile()] = accesses.slice(-1)
  const cached = millisecondsOf(() => {
    for (let round = 0; round < cachedRounds; round++) ask(access)
  })
  const figures = [
    `${uncached.toFixed(2)} ms`,
    `cached ${((cached / cachedRounds) * 1_000).toFixed(1)} µs`,
    `compiling ${compiling.toFixed(1)} ms`,
    `first time, with compiling, ${first.toFixed(0)} ms`,
    `${ask(access).length.toLocaleString('en-GB')} seen`,
  ]
  console.log(`  ${label.padEnd(34)} ${figures.join(', ')}`)
}

/** Measures which of 10,000 groups a person with 1,000 permissions may see. */
export const resolveGroups = (): void => {
  console.log('\nGroups seen of 10,000 by 1,000 permissions (bars: 5 ms uncached, 50 µs cached)')
  const [few, many] = [groupList(groupsWith(2)), groupList(groupsWith(50))]
  resolve('names and wildcards, 2 tags', asRole(rulesOf(1_000, false)), few)
  resolve('one fifth regexes, 2 tags', asRole(rulesOf(1_000, true)), few)
  resolve('three fifths regexes, 2 tags', roleOf(usual), few)
  resolve('three fifths regexes, 50 tags', roleOf(usual), many)
  resolve('hostile regexes, 2 tags', roleOf(hostile), few)
}

import { accessFor, compileRoles, type Group, groupList } from '@holdfast/access'
import type { Condition, RoleRules } from '@holdfast/contract'
import { asRole, rulesOf } from './access-rules.ts'
import { processorMilliseconds } from './report.ts'

const count = 10_000
const rounds = 50
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

/** Regexes of five kinds, as people write them. */
const regexAt = (index: number): Condition => {
  const [desk, city, region] = [at(desks, index), at(cities, index >> 3), at(regions, index)]
  const texts = [
    `Desk ${fourDigits(index * 9).slice(0, 3)}(2|5|8)`,
    `^Desk-(${region}|${at(regions, index + 1)})-${index}[0-9]*$`,
    `.*${city}.* ${index}.*`,
    `(${desk}|${at(desks, index + 3)}) (${city}|Oslo) ${index}.*`,
    `[A-Z][a-z]+ [A-Z][a-z]+ ${index}[0-9]?`,
  ]
  return { names_matching: at(texts, index), is_regex: true }
}

const wildcardAt = (index: number): Condition => {
  const [desk, city] = [at(desks, index), at(cities, index >> 3)]
  return {
    names_matching: at([`${desk} ${city}*${index}`, `*${city}*${index}`, `*${index * 7}*`, `* ${index}`], index),
  }
}

/** Names, wildcards and three fifths regexes. */
const mixedAt = (index: number): Condition => {
  const kind = index % 8
  if (kind < 5) return regexAt(index)
  return kind < 7 ? wildcardAt(index) : { names_matching: nameOf(index * 9) }
}

/** As slow as the limits of a role allow: each regex can be in many states at once. */
const hostileAt = (index: number): Condition => ({
  names_matching: `(.*[ab0-9]){8}${index}(.*[ab]){2}`,
  is_regex: true,
})
const hostileCount = 360

const roleOf = (conditionAt: (index: number) => Condition, permissions = 1_000): RoleRules => ({
  role_reference: 'Bench',
  permissions: Array.from({ length: permissions }, (_, index) => ({
    actions_matching: 'payloads:*',
    is_denied: index % 10 === 9,
    conditions: [
      conditionAt(index),
      ...(index % 3 === 0 ? [{ keys_matching: 'region', values_matching: at(regions, index) }] : []),
    ],
  })),
})

const millisecondsOf = (work: () => void): number => {
  const start = processorMilliseconds()
  work()
  return processorMilliseconds() - start
}

const compile = (role: RoleRules) => accessFor(compileRoles([role], { client: 'acme' }), { address: '10.0.0.1' })

const ask = (access: ReturnType<typeof compile>, groups: readonly Group[]) =>
  access.groupsFor('payloads:read', groups, 'Call')

/** Uncached: without answers about groups and tags. Compiled regexes and the list of groups are kept, as in the server. */
const resolve = (label: string, role: RoleRules, groups: readonly Group[]): void => {
  const first = millisecondsOf(() => ask(compile(role), groups))
  const accesses: ReturnType<typeof compile>[] = []
  const compiling = millisecondsOf(() => {
    for (let round = 0; round < rounds; round++) accesses.push(compile(role))
  })
  const uncached = millisecondsOf(() => {
    for (const access of accesses) ask(access, groups)
  })
  const [access = compile(role)] = accesses.slice(-1)
  const cached = millisecondsOf(() => {
    for (let round = 0; round < cachedRounds; round++) ask(access, groups)
  })
  const figures = [
    `${(uncached / rounds).toFixed(1)} ms`,
    `cached ${((cached / cachedRounds) * 1_000).toFixed(1)} µs`,
    `compiling ${(compiling / rounds).toFixed(1)} ms`,
    `with new regexes ${first.toFixed(0)} ms in all`,
    `${ask(access, groups).length.toLocaleString('en-GB')} seen`,
  ]
  console.log(`  ${label.padEnd(30)} ${figures.join(', ')}`)
}

/** Names of the largest length, so that hardly any state of the regexes recurs. */
const longNamed = (groups: readonly Group[]): Group[] =>
  groups.map((group, index) => ({
    ...group,
    group_reference: Array.from({ length: 60 }, (_, at) => nameOf(index * 131 + at * 17))
      .join('')
      .slice(0, 255),
  }))

const resolveHostile = (label: string, groups: readonly Group[]): void => {
  const access = compile(roleOf(hostileAt, hostileCount))
  const milliseconds = millisecondsOf(() => ask(access, groups))
  console.log(`  ${label.padEnd(30)} ${(milliseconds / groups.length).toFixed(1)} ms a group`)
}

/** Measures which of 10,000 groups a person with 1,000 permissions may see. */
export const resolveGroups = (): void => {
  console.log(
    '\nGroups seen of 10,000 by 1,000 permissions (bars: 10 ms uncached, 40 ms if all are regexes; 50 µs cached)',
  )
  const [few, many] = [groupList(groupsWith(2)), groupList(groupsWith(50))]
  resolve('names and wildcards', asRole(rulesOf(1_000, false)), few)
  resolve('wildcards anywhere', roleOf(wildcardAt), few)
  resolve('one fifth regexes', asRole(rulesOf(1_000, true)), few)
  resolve('three fifths regexes', roleOf(mixedAt), few)
  resolve('three fifths regexes, 50 tags', roleOf(mixedAt), many)
  resolve('all regexes', roleOf(regexAt), few)
  resolveHostile('hostile regexes', few.slice(0, 200))
  resolveHostile('hostile regexes, long names', longNamed(few.slice(0, 20)))
}

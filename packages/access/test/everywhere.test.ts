import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accessesFromEverywhere, accessFor, compileRoles, differingAddresses } from '../src/index.ts'
import { randomCaller, randomRoles } from './random-roles.ts'

describe('differingAddresses', () => {
  test.each<[string[], string[]]>([
    [[], []],
    [
      ['10.1.2.3/8', '10/8', '255.0.0.0/8', '10/33'],
      ['10.0.0.0', '11.0.0.0', '255.0.0.0'],
    ],
    [['2001:db8::/32'], ['2001:db8::', '2001:db9::']],
    [
      ['0/0', '::/0', '10.255.255.255/32'],
      ['10.255.255.255', '11.0.0.0'],
    ],
  ])('of %j are the boundaries of the ranges and an address of each family', (cidr_ranges, boundaries) => {
    const permissions = [{ actions_matching: '*' }]
    const roles = compileRoles([{ role_reference: 'Role', permissions, cidr_ranges }], { client: 'acme' })
    expect(differingAddresses([roles])).toEqual(['0.0.0.0', '::', ...boundaries])
    expect(differingAddresses([], { account_cidr_ranges: cidr_ranges })).toEqual(['0.0.0.0', '::', ...boundaries])
  })
})

test('whatever roles allow from an address, they allow from one of the representative addresses', () => {
  const address = fc.oneof(fc.constantFrom('10.1.2.3', '10.0.0.0', '9.255.255.255', '::1'), fc.ipV4())
  fc.assert(
    fc.property(randomRoles, randomCaller, address, (roles, { client, account_cidr_ranges }, drawn) => {
      const compiled = compileRoles(roles, { client })
      const accesses = accessesFromEverywhere(compiled, { account_cidr_ranges, first: '8.8.8.8' })
      const found = accesses.map(({ access }) => access)
      expect(found).toContain(accessFor(compiled, { address: drawn, account_cidr_ranges }))
      expect(new Set(found).size).toBe(found.length)
      expect(accesses[0]?.address).toBe('8.8.8.8')
      for (const one of accesses) expect(accessFor(compiled, { ...one, account_cidr_ranges })).toBe(one.access)
    }),
    { numRuns: 200 },
  )
})

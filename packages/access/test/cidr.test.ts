import { describe, expect, test } from 'vitest'
import { cidrContains, cidrProblem, parseAddress, parseCidr, rangesWithinBoth } from '../src/index.ts'

const contains = (range: string, address: string): boolean => {
  const parsed = parseCidr(range)
  const bytes = parseAddress(address)
  if (parsed === null || bytes === null) throw new Error(`Can't read ${range} or ${address}.`)
  return cidrContains(parsed, bytes)
}

describe('a range contains', () => {
  test.each([
    ['10.0.0.0/8', '10.255.255.255', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10/8', '10.1.2.3', true],
    ['010.00.0.1/08', '10.1.2.3', true],
    ['010.0.0.0/8', '8.0.0.1', false],
    ['10.1/16', '10.1.255.1', true],
    ['10.1/16', '10.0.0.1', false],
    ['10.1.2.3/8', '10.200.0.1', true],
    ['192.168.1.128/25', '192.168.1.127', false],
    ['192.168.1.128/25', '192.168.1.128', true],
    ['192.168.1.77/32', '192.168.1.77', true],
    ['192.168.1.77/32', '192.168.1.76', false],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['0/0', '255.255.255.255', true],
    ['0.0.0.0/0', '::1', false],
    ['::/0', '2001:db8::1', true],
    ['::/0', '10.0.0.1', false],
    ['::/0', '::ffff:10.0.0.1', false],
    ['10.0.0.0/8', '::ffff:10.0.0.1', true],
    ['10.0.0.0/8', '::FFFF:0a00:0001', true],
    ['::ffff:10.0.0.0/104', '10.9.9.9', true],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:db8::/33', '2001:db8:8000::1', false],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['::1/128', '::1', true],
  ])('%s contains %s: %s', (range, address, expected) => {
    expect(contains(range, address)).toBe(expected)
  })
})

describe('not a range', () => {
  test.each([
    '10.0.0.0/33',
    '10.0.0.0/99',
    '10.0.0.1/008',
    '0x0a.0.0.1/8',
    '10.0.0.256/8',
    '10.0.0.0.0/8',
    '10.0.0.0',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/8\n',
    '10.0.0.0/8\n10.0.0.0/8',
    ' 10.0.0.0/8',
    '10..0.0/8',
    '10./8',
    '/8',
    '',
    '١٠.0.0.0/8',
    '::/129',
    '::ffff:10.0.0.0/95',
    '::ffff:010.0.0.0/104',
    '::1.2.3.4/128',
    'fe80::1%eth0/64',
    '1::2::3/64',
    'office',
  ])('%j', (range) => {
    expect(parseCidr(range)).toBeNull()
    expect(cidrProblem(range)).toBe('Must be a valid CIDR range')
  })

  test('ranges have no problem', () => {
    expect(cidrProblem('10/8')).toBeNull()
    expect(cidrProblem('2001:db8::/32')).toBeNull()
  })
})

describe('not an address', () => {
  test.each([
    '010.0.0.1',
    '10.1',
    '167772161',
    '0xa.0.0.1',
    '10.0.0.1 ',
    '10.0.0.1\n',
    '10.0.0.1:443',
    '10.0.0.1%eth0',
    '::1.2.3.4',
    '::ffff:010.0.0.1',
    '::ffff:10.0.0.256',
    ':::1',
    'fe80::1%',
    'fe80::1%a%b',
    '[::1]',
    'localhost',
    'unknown',
    '',
  ])('%j', (address) => {
    expect(parseAddress(address)).toBeNull()
  })
})

describe('the ranges that two limits both admit', () => {
  test.each([
    [null, null, null],
    [[], ['10/8'], ['10/8']],
    [['10/8'], null, ['10/8']],
    [['10/8'], ['10.1/16', '11/8'], ['10.1/16']],
    [['10.1/16', '192.168/16'], ['0/0'], ['10.1/16', '192.168/16']],
    [['10/8'], ['11/8'], ['nowhere']],
    [['10/33'], ['0/0'], ['nowhere']],
  ])('%j and %j admit %j', (first, second, both) => {
    expect(rangesWithinBoth(first, second)).toEqual(both)
  })
})

import { validationMessage } from '@holdfast/contract'
import ipaddr from 'ipaddr.js'

/** The bytes of an address: 4 for IPv4, 16 for IPv6. */
export type Address = readonly number[]

export interface Cidr {
  readonly network: Address
  readonly prefix: number
}

const octet = '(?:0|[1-9]\\d{0,2})'
const dottedQuad = new RegExp(`^${octet}(?:\\.${octet}){3}$`)
/** The pattern of the specification; groups are decimal, also with leading zeros. */
const rangeOfIPv4 = /^(\d{1,3}(?:\.\d{1,3}){0,3})\/(\d{1,2})$/
const rangeOfIPv6 = /^([^/%]*:[^/%]*)\/(\d{1,3})$/

/**
 * Parses the address of a peer, or one that a trusted proxy reports. Refuses IPv4 addresses that are shortened, hexadecimal or
 * have leading zeros, which some programs read as octal. `::ffff:1.2.3.4` is the IPv4 address 1.2.3.4. A zone (`%eth0`) is
 * ignored. Null if the text is not an address.
 */
export const parseAddress = (text: string): Address | null => {
  const [bare = '', zone, ...more] = text.split('%')
  if (more.length > 0 || (zone !== undefined && !/^[0-9A-Za-z._-]+$/.test(zone))) return null
  if (!bare.includes(':')) return zone === undefined && dottedQuad.test(bare) ? parseBytes(bare) : null
  return isStrictIPv6(bare) ? parseBytes(bare) : null
}

/** The library accepts `::1.2.3.4` as a mapped address, and octets with leading zeros at the end of an IPv6 address. */
const isStrictIPv6 = (text: string): boolean => {
  const ending = text.slice(text.lastIndexOf(':') + 1)
  if (!ending.includes('.')) return true
  return dottedQuad.test(ending) && text !== `::${ending}`
}

const parseBytes = (text: string): Address | null => {
  try {
    return ipaddr.process(text).toByteArray()
  } catch {
    return null
  }
}

const parseIPv4Range = (network: string, prefix: number): Cidr | null => {
  const octets = network.split('.').map(Number)
  if (octets.some((value) => value > 255) || prefix > 32) return null
  return { network: [...octets, 0, 0, 0].slice(0, 4), prefix }
}

const parseIPv6Range = (network: string, prefix: number): Cidr | null => {
  const address = parseAddress(network)
  if (address === null || prefix > 128) return null
  if (address.length === 16) return { network: address, prefix }
  // An IPv4-mapped address.
  return prefix < 96 ? null : { network: address, prefix: prefix - 96 }
}

/**
 * Parses a CIDR range (rules-and-calls section 5: 1 to 4 groups of digits with dots, a slash, 1 or 2 digits), IPv6 as well.
 * `10/8` is `10.0.0.0/8`. Bits beyond the prefix are ignored: `10.1.2.3/8` is `10.0.0.0/8`, as in databases and firewalls. Null if
 * the text is not a range, or if no address can be in it: a number above 255, or a prefix that is too long.
 */
export const parseCidr = (text: string): Cidr | null => {
  const [, ofIPv4, bits] = rangeOfIPv4.exec(text) ?? []
  if (ofIPv4 !== undefined) return parseIPv4Range(ofIPv4, Number(bits))
  const [, ofIPv6, prefix] = rangeOfIPv6.exec(text) ?? []
  return ofIPv6 === undefined ? null : parseIPv6Range(ofIPv6, Number(prefix))
}

/** The specification's message for a text that is not a CIDR range; null if it is one. */
export const cidrProblem = (text: string): string | null =>
  parseCidr(text) === null ? validationMessage('cidr_range') : null

const sharesPrefix = (left: Address, right: Address, prefix: number): boolean => {
  const whole = prefix >> 3
  for (let index = 0; index < whole; index++) if (left[index] !== right[index]) return false
  const rest = prefix & 7
  return rest === 0 || (left[whole] ?? 0) >> (8 - rest) === (right[whole] ?? 0) >> (8 - rest)
}

/** Whether a range contains an address. `0.0.0.0/0` is all of IPv4 only, `::/0` all of IPv6 only. */
export const cidrContains = (range: Cidr, address: Address): boolean =>
  range.network.length === address.length && sharesPrefix(range.network, address, range.prefix)

/** Whether every address of `narrow` is in `wide`. */
export const isCidrWithin = (narrow: Cidr, wide: Cidr): boolean =>
  narrow.prefix >= wide.prefix && cidrContains(wide, narrow.network)

/**
 * Addresses that represent all others: every address is in the same ranges as one of these, because that only changes where a
 * range begins and right after one ends. Of both families, with duplicates.
 */
export const representativeAddresses = (ranges: readonly Cidr[]): Address[] => [
  Array<number>(4).fill(0),
  Array<number>(16).fill(0),
  ...ranges.flatMap((range) => {
    const next = afterLast(range)
    return next ? [firstOf(range), next] : [firstOf(range)]
  }),
]

const firstOf = ({ network, prefix }: Cidr): Address => network.map((byte, at) => byte & maskOf(prefix - 8 * at))

/** A mask of the first `bits` bits of a byte: all of them from 8, none up to 0. */
const maskOf = (bits: number): number => (bits >= 8 ? 0xff : bits <= 0 ? 0 : (0xff00 >> bits) & 0xff)

/** The address after the last one of a range; null after the very last address. */
const afterLast = (range: Cidr): Address | null => {
  const next = [...firstOf(range)]
  let at = (range.prefix - 1) >> 3
  let step = 1 << (7 - ((range.prefix - 1) & 7))
  for (; at >= 0; at--, step = 1) {
    const sum = (next[at] ?? 0) + step
    next[at] = sum & 0xff
    if (sum <= 0xff) return next
  }
  return null
}

/** Not a range, so it admits nobody. */
const nowhere = 'nowhere'

/** The ranges that two limits both admit. A null or empty list is no limit. */
export const rangesWithinBoth = (
  first: readonly string[] | null,
  second: readonly string[] | null,
): readonly string[] | null => {
  if (!first?.length) return second
  if (!second?.length) return first
  const both = first.flatMap((one) => second.flatMap((other) => narrower(one, other) ?? []))
  return both.length > 0 ? [...new Set(both)] : [nowhere]
}

/** Two ranges only have addresses in common if one contains the other. */
const narrower = (one: string, other: string): string | null => {
  const [left, right] = [parseCidr(one), parseCidr(other)]
  if (!left || !right) return null
  if (isCidrWithin(left, right)) return one
  return isCidrWithin(right, left) ? other : null
}

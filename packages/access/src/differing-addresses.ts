import ipaddr from 'ipaddr.js'
import { type Address, type Cidr, parseCidr } from './cidr.ts'

const oneOfEach = ['0.0.0.0', '::']

/**
 * Addresses among which is one for every way in which an address can lie within and without `ranges`: what holds from all of
 * them holds from everywhere, what holds from none of them holds from nowhere. Between two neighbouring borders nothing
 * changes, so these are the borders: where a range begins, and where it is over. Ranges that can't be read have none.
 */
export const differingAddresses = (ranges: readonly string[]): string[] => {
  const borders = [...new Set(ranges)].map(parseCidr).flatMap((range) => (range ? bordersOf(range) : []))
  return [...new Set([...oneOfEach, ...borders])]
}

const bordersOf = ({ network, prefix }: Cidr): string[] => {
  const bits = BigInt(network.length * 8)
  const size = 1n << (bits - BigInt(prefix))
  const first = (numberOf(network) / size) * size
  return [first, first + size].filter((border) => border < 1n << bits).map((border) => textOf(border, network.length))
}

const numberOf = (address: Address): bigint => address.reduce((number, byte) => number * 256n + BigInt(byte), 0n)

const textOf = (number: bigint, length: number): string => {
  const bytes = Array.from({ length }, (_, index) => Number((number >> BigInt((length - 1 - index) * 8)) & 0xffn))
  return ipaddr.fromByteArray(bytes).toString()
}

import { type LookupAddress, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

export interface GuardOptions {
  /** Allows plain http and addresses that are not public: development and tests only. */
  allowPrivateAddresses: boolean
  /** Resolves a name to all its addresses. */
  resolve?: (hostname: string) => Promise<LookupAddress[]>
}

/** An address to which customers' settings must not lead the server. */
export class ForbiddenAddress extends Error {
  override name = 'ForbiddenAddress'
}

/** @throws ForbiddenAddress */
export const assertAllowedAddress = (address: string, { allowPrivateAddresses }: GuardOptions): void => {
  if (!allowPrivateAddresses && !isPublicAddress(address)) throw new ForbiddenAddress('the address is not public')
}

export type CheckedAddresses = [LookupAddress, ...LookupAddress[]]

/**
 * All addresses of a host name, or the literal address itself.
 * @throws ForbiddenAddress if there is none, or one of them must not be connected to
 */
export const checkedAddresses = async (hostname: string, options: GuardOptions): Promise<CheckedAddresses> => {
  const [first, ...others] = await (options.resolve ?? resolveAll)(hostname)
  if (first === undefined) throw new ForbiddenAddress('the name has no address')
  for (const { address } of [first, ...others]) assertAllowedAddress(address, options)
  return [first, ...others]
}

/** Resolves a name for a connection that is then made to the checked address. Node does not look up literal addresses. */
export const guardedLookup =
  (options: GuardOptions): LookupFunction =>
  (hostname, { all }, done) => {
    checkedAddresses(hostname, options).then(
      (addresses) => (all ? done(null, addresses) : done(null, addresses[0].address, addresses[0].family)),
      (error: Error) => done(error, ''),
    )
  }

const resolveAll = (hostname: string): Promise<LookupAddress[]> =>
  new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)))
  })

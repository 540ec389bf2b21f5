import type { LicenceUse } from '@holdfast/contract'
import { isUnlimited } from '../../shared/licences/expected-licences.ts'

type Use = Pick<LicenceUse, 'used' | 'limit'>

/** From this share of the limit on, the use is marked. */
export const highShare = 0.8

/** Whether the customer has no licences of a service and uses none. */
export const isNotLicensed = ({ used, limit }: Use): boolean => limit === 0 && used === 0

/** The share of the limit that is in use; -1 where there is no limit to reach. A use above a limit of 0 is infinite. */
export const shareOf = (use: Use): number => (isUnlimited(use.limit) || isNotLicensed(use) ? -1 : use.used / use.limit)

/** Services over their limit first, then those nearest to it; without a limit, the most used ones first. */
export const nearestFirst = <Service extends Use>(services: readonly Service[]): Service[] =>
  services.toSorted((one, other) => compared(shareOf(other), shareOf(one)) || other.used - one.used)

const compared = (one: number, other: number): number => (one === other ? 0 : one - other)

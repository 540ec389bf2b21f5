export { addressProblem } from './address-problem.ts'
export { guardedFetch } from './guarded-fetch.ts'
export {
  assertAllowedAddress,
  type CheckedAddresses,
  checkedAddresses,
  ForbiddenAddress,
  type GuardOptions,
  guardedLookup,
} from './guarded-lookup.ts'
export { networkOf } from './network-of.ts'

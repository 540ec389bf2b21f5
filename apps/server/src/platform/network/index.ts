export { addressProblem } from './address-problem.ts'
export { ForbiddenAddress, guardedFetch } from './guarded-fetch.ts'
export { networkOf } from './network-of.ts'

export {
  assertLicencesFree,
  assertNoneExhausted,
  type ExhaustedLicences,
  exhaustedLicences,
} from './assert-licences-free.ts'
export { licenceLimits, limitsOf, limitsOfClients, readLicenceLimits } from './licence-limits.ts'

export { FreeLicences, type LicenceChange, takeLicences } from './free-licences.ts'
export { licenceLimits, limitsOf, limitsOfClients, readLicenceLimits } from './licence-limits.ts'

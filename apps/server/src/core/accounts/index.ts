export { accountOfClientId, clientIdOf, isAccountName } from './client-id.ts'
export { ClientKeys } from './client-keys.ts'
export { Clients, providerClient } from './clients.ts'
export {
  appReferenceIn,
  appUserReference,
  isPrefixedReference,
  isVisitorReference,
  visitorReference,
} from './prefixed-references.ts'

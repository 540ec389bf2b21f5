export { accountOfClientId, clientIdOf, isAccountName } from './client-id.ts'
export { accountKeysStatement, ClientKeys, keyList, type PublicKeyRecord } from './client-keys.ts'
export { Clients, clientList, insertClient, providerClient } from './clients.ts'
export {
  createEnrolmentSecret,
  deleteFormerEnrolmentSecret,
  type EnrolmentSecrets,
  lockEnrolmentSecrets,
  readEnrolmentSecrets,
  replaceEnrolmentSecret,
} from './enrolment-secret.ts'
export {
  appReferenceIn,
  appUserReference,
  isPrefixedReference,
  isVisitorReference,
  transferUserReference,
  visitorReference,
} from './prefixed-references.ts'
export {
  createSearchSecret,
  deleteSearchSecret,
  searchSecretStatement,
  unwrapSearchSecret,
} from './search-secret.ts'
export { createTransferExternalId, readTransferExternalId } from './transfer-external-id.ts'
export { createWebhookKey, readWebhookKey } from './webhook-key.ts'

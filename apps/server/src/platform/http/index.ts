export { assertHostServes } from './assert-host.ts'
export { assertVersion } from './assert-version.ts'
export type { Handlers, ServedInput } from './handlers.ts'
export type { InvalidItem } from './invalid-items.ts'
export { registerCalls } from './kernel.ts'
export { answerList, cappedTotal, type ListRequest, maxCountedRows } from './keyset-list.ts'
export { registerOperations } from './operations.ts'
export type { Position } from './page-key.ts'
export { registerPortal } from './portal-files.ts'
export {
  appByReference,
  type PortalUser,
  type Principal,
  personByReference,
  portalUserOf,
  visitorByReference,
} from './principals.ts'
export { isDenial, toProductError } from './product-errors.ts'
export { registerOpenApi, registerReference } from './reference.ts'
export type { AuditedTransaction, CurrentCaller, RequestContext } from './request-context.ts'
export { createHttpServer } from './server.ts'
export { sharedChange } from './shared-change.ts'
export { answerTableList } from './table-list.ts'
export { inputCheck } from './validation.ts'

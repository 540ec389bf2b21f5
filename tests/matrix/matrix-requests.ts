import { type CallName, calls } from '@holdfast/contract'
import { accountRequests } from './account-requests.ts'
import { contentRequests } from './content-requests.ts'
import { deviceRequests } from './device-requests.ts'
import { providerRequests } from './provider-requests.ts'
import type { MatrixRequest, RequestDefinition } from './request-definition.ts'
import { sessionRequests } from './session-requests.ts'

/** A call without a request does not compile. */
const requestsByCall: Record<CallName, readonly RequestDefinition[]> = {
  ...sessionRequests,
  ...accountRequests,
  ...contentRequests,
  ...providerRequests,
  ...deviceRequests,
}

/** `npm test -- <module>` wants the rows of some calls only. */
const chosenCalls = process.env.HOLDFAST_MATRIX_CALLS?.split(',')

/** The rows of the matrix: each call at least once, as a request that fails only because of its caller. */
export const matrixRequests: readonly MatrixRequest[] = (Object.keys(calls) as CallName[])
  .filter((name) => chosenCalls?.includes(name) ?? true)
  .flatMap((name) => requestsByCall[name].map((request) => ({ ...request, name, call: calls[name] })))

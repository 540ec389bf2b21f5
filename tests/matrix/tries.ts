import { type CallName, calls } from '@holdfast/contract'
import { accountTries } from './account-tries.ts'
import type { Request, Try } from './answers.ts'
import { contentTries } from './content-tries.ts'
import { deviceTries } from './device-tries.ts'
import { providerTries } from './provider-tries.ts'
import { sessionTries } from './session-tries.ts'

/** A call without a request does not compile. */
const requests: Record<CallName, readonly Request[]> = {
  ...sessionTries,
  ...accountTries,
  ...contentTries,
  ...providerTries,
  ...deviceTries,
}

/** The rows of the matrix: each call at least once, as a request that fails only because of its caller. */
export const tries: readonly Try[] = (Object.keys(calls) as CallName[]).flatMap((name) =>
  requests[name].map((request) => ({ ...request, name, call: calls[name] })),
)

import { type CallDeclaration, calls, defaultRetries, type Method, retryableStatuses } from '@holdfast/contract'

/** Rules-and-calls section 7, 'Framework and other calls'. */
export const isRetryable = (status: number): boolean => retryableStatuses.some((retryable) => retryable === status)

/** Spends a code or a refresh token: asked again with what was spent, the provider ends the session. */
const spending: ReadonlySet<CallDeclaration> = new Set([calls.exchangeForAccount])

/** Refused before anything was looked at. */
const tooManyRequests = 429

/** Whether the answer invites the same call again. */
export const mayRetry = (declaration: CallDeclaration, status: number): boolean =>
  spending.has(declaration) ? status === tooManyRequests : isRetryable(status)

/** 1 retry for GET, 0 for writes. */
export const retriesOf = (method: Method): number =>
  method === 'GET' || method === 'HEAD' ? defaultRetries.GET : defaultRetries.write

const longestWaitMs = 5000

/** How long to wait before the retry: as the server asks, at most 5 s, else 300 ms. */
export const retryDelayMs = (response: Response): number => {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.min(seconds * 1000, longestWaitMs) : 300
}

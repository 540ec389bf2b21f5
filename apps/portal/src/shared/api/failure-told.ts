import { ApiError, mayPass } from './api-error.ts'

interface FailedQuery {
  meta?: { failure?: 'logged' | 'in_place' } | undefined
  state: { data: unknown; errorUpdateCount: number }
}

/** Whether the server, or the portal, failed. Without a response the screen says so, and a session that is over has its own notice. */
export const isFailure = (error: Error): boolean =>
  !(error instanceof ApiError) || (error.status !== 0 && error.status !== 401)

/**
 * Whether a notice tells that a query failed, besides what the screen shows in the place of the data (rules-and-calls section 8). What is
 * tried again by itself is told once.
 */
export const isTold = (error: Error, { meta, state }: FailedQuery): error is ApiError => {
  if (!(error instanceof ApiError) || !isFailure(error)) return false
  const isToldBefore = state.data === undefined && state.errorUpdateCount > 1 && mayPass(error)
  return meta?.failure === undefined && !isToldBefore
}

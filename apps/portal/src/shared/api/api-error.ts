import type { ErrorRecord, ValidationProblem } from '@holdfast/contract'
import { isRetryable } from './retry.ts'

/** A refused or failed call. `status` is 0 when the server was not reached. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly problems: readonly ValidationProblem[]
  /** Such as what prevents a change. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(status: number, record: Partial<ErrorRecord>) {
    super(record.message ?? `HTTP ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.code = record.code
    this.problems = record.errors ?? []
    this.details = record.details ?? {}
  }
}

/** Word search is turned off for the account, which has a retryable status (409). */
const isSearchOff = (error: ApiError): boolean => error.code === 'search.off'

/** Whether the same request is refused again, whenever it is sent: the reason says what to change. */
export const isSettled = (error: Error): error is ApiError =>
  error instanceof ApiError && (error.status === 400 || isSearchOff(error))

const isRefusal = (error: Error): boolean =>
  error instanceof ApiError &&
  (isSearchOff(error) || (error.status >= 400 && error.status < 500 && !isRetryable(error.status)))

/** Whether the same request may succeed later although nothing about it changes. */
export const mayPass = (error: Error): boolean => error instanceof ApiError && !isSettled(error) && !isRefusal(error)

/**
 * The error to show in place of data. Data stays on the screen while it can't be read again, for example offline, but
 * not once the server refuses it.
 */
export const errorInstead = (error: Error | null, data: unknown): Error | null =>
  error && (data === undefined || isRefusal(error)) ? error : null

/** Reads the error record of a response. If it is not JSON, as from a proxy, only the status is known. */
export const apiErrorOf = async (response: Response): Promise<ApiError> => {
  try {
    return new ApiError(response.status, (await response.json()) as ErrorRecord)
  } catch {
    return new ApiError(response.status, {})
  }
}

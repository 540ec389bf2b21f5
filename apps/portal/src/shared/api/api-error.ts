import type { ErrorRecord, ValidationProblem } from '@holdfast/contract'

/** A refused or failed call. `status` 0: the server was not reached. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly problems: readonly ValidationProblem[]
  /** What stands in the way, of refusals that tell it. */
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

/** Reads the error record of a response; one that is not JSON (a proxy's page) leaves just the status. */
export const apiErrorOf = async (response: Response): Promise<ApiError> => {
  try {
    return new ApiError(response.status, (await response.json()) as ErrorRecord)
  } catch {
    return new ApiError(response.status, {})
  }
}

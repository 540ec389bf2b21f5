import { type ErrorCode, retryableStatuses } from '@holdfast/contract'

/** `unreachable`: no complete response arrived, so the server may or may not have done what it was asked. */
export type DeviceCallErrorCode = ErrorCode | 'unreachable'

/** A device call that did not succeed. */
export class DeviceCallError extends Error {
  readonly code: DeviceCallErrorCode
  /** HTTP status; `undefined` without a complete response. */
  readonly status: number | undefined
  /** How long the server asks to wait before the next attempt. */
  readonly retryAfterMs: number | undefined
  /** The server's clock, milliseconds since 1970, if the response had it. */
  readonly serverTime: number | undefined

  constructor(
    code: DeviceCallErrorCode,
    message: string,
    answer: { status?: number; retryAfterMs?: number; serverTime?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: answer.cause })
    this.name = 'DeviceCallError'
    this.code = code
    this.status = answer.status
    this.retryAfterMs = answer.retryAfterMs
    this.serverTime = answer.serverTime
  }

  /**
   * Whether the same call may succeed later (rules-and-calls section 7). A 409 of a device call says what is wrong, so
   * its caller decides. A part whose digest differs was damaged in transit.
   */
  get isWorthRetrying(): boolean {
    if (this.code === 'unreachable' || this.code === 'upload.digest_mismatch') return true
    return this.status !== 409 && retryableStatuses.some((status) => status === this.status)
  }
}

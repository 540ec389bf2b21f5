import { ApiError } from '../../shared/api/api-error.ts'

/**
 * What monitoring learns of an error: where in our code it happened, and on which kind of screen. The text of an error, the address of
 * the page and everything else that may name people, numbers or recordings stay in the browser.
 */
export interface ErrorReport {
  at: string
  /** The pattern of the screen's address, such as `/dashboard/devices/$device_reference`. */
  route: string
  /** The class of the error, or the code of a refused call. */
  message_class: string
  /** File, line and column of the build; null if unknown. */
  place: string | null
}

const className = /^[A-Za-z]{1,64}$/
const errorCode = /^[a-z_]{1,32}\.[a-z_]{1,64}$/
const builtPlace = /\/assets\/([\w.-]{1,128}\.js:\d{1,9}:\d{1,9})/

export const reportOf = (error: unknown, route: string, now: Date): ErrorReport => ({
  at: now.toISOString(),
  route,
  message_class: classOf(error),
  place: error instanceof Error ? (builtPlace.exec(error.stack ?? '')?.[1] ?? null) : null,
})

const classOf = (error: unknown): string => {
  if (error instanceof ApiError) return error.code && errorCode.test(error.code) ? error.code : `HTTP ${error.status}`
  if (!(error instanceof Error)) return 'unknown'
  return className.test(error.name) ? error.name : 'Error'
}

import type { ErrorRecord } from '@holdfast/contract'
import { DeviceCallError, type DeviceCallErrorCode } from './device-call-error.ts'

/** A request and the kind of response that it expects. */
export interface Request {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  /** What a successful response has: JSON, or 204 and headers only. */
  answers: 'json' | 'empty'
}

export interface Answer {
  /** `undefined` for an answer without a body: 204, or 304 to a conditional request. */
  json: unknown
  headers: Headers
}

/** How the handset sends requests. */
export interface Network {
  fetch: typeof fetch
  /** A request without a complete response after this time counts as lost. */
  timeoutMs: number
  /** Aborts whatever is in progress. */
  signal?: AbortSignal | undefined
}

/**
 * Sends one request and reads the whole response. Anything that is not exactly a response of Holdfast (a hotel's sign-in page,
 * a redirect, half a body) counts as no response, because nothing may be concluded from it.
 *
 * @throws DeviceCallError with the server's code, or `unreachable`
 */
export const exchange = async (request: Request, network: Network): Promise<Answer> => {
  const { response, text } = await talk(request, network)
  if (response.status === 304 && 'if-none-match' in request.headers)
    return { json: undefined, headers: response.headers }
  if (!response.ok) throw refusal(response, text)
  if (request.answers === 'json') return { json: jsonOf(text), headers: response.headers }
  if (response.status !== 204 && request.method !== 'HEAD') throw unreachable(`Unexpected answer ${response.status}`)
  return { json: undefined, headers: response.headers }
}

const talk = async (
  { method, url, headers, body }: Request,
  network: Network,
): Promise<{ response: Response; text: string }> => {
  const timeout = AbortSignal.timeout(network.timeoutMs)
  const signal = network.signal ? AbortSignal.any([network.signal, timeout]) : timeout
  try {
    const response = await network.fetch(url, { method, headers, body: body ?? null, redirect: 'error', signal })
    return { response, text: await response.text() }
  } catch (error) {
    network.signal?.throwIfAborted()
    throw unreachable(reasonOf(error), error)
  }
}

/** An error of fetch says little; its cause names the address and the reason. */
const reasonOf = (error: unknown): string => {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return reason instanceof Error ? reason.message : 'No answer'
}

const unreachable = (message: string, cause?: unknown) => new DeviceCallError('unreachable', message, { cause })

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw unreachable('The answer is not whole', cause)
  }
}

/** A refusal of Holdfast has an error record, except to HEAD. Without one, only the status is known. */
const refusal = (response: Response, text: string): DeviceCallError => {
  const record = recordOf(text)
  const retryAfterMs = retryAfterOf(response.headers)
  const serverTime = Date.parse(response.headers.get('date') ?? '')
  return new DeviceCallError(record?.code ?? codeOfStatus(response.status), record?.message ?? response.statusText, {
    status: response.status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(Number.isNaN(serverTime) ? {} : { serverTime }),
  })
}

const recordOf = (text: string): ErrorRecord | undefined => {
  try {
    const record = JSON.parse(text) as Partial<ErrorRecord> | null
    return typeof record?.code === 'string' ? (record as ErrorRecord) : undefined
  } catch {
    return undefined
  }
}

const codeOfStatus = (status: number): DeviceCallErrorCode => {
  if (status === 401) return 'auth.bad_token'
  if (status === 403) return 'auth.forbidden'
  if (status === 404) return 'request.not_found'
  return 'unreachable'
}

/** Seconds or an HTTP date (RFC 9110 §10.2.3). */
const retryAfterOf = (headers: Headers): number | undefined => {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.parse(headers.get('date') ?? '')
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

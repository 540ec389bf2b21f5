import { type CallDeclaration, type CallInput, type CallResponse, fullPath } from '@holdfast/contract'
import type { Authentication, Session } from './authentication.ts'
import { DeviceCallError } from './device-call-error.ts'
import { type Answer, exchange, type Network } from './exchange.ts'
import { type BackOff, type Clock, withRetries } from './retry.ts'

type Input<C extends CallDeclaration> = Partial<CallInput<C>>

/** Bytes that a call sends instead of JSON, with the headers that describe them. */
export interface Part {
  bytes: Uint8Array<ArrayBuffer>
  headers: Record<string, string>
}

export interface DeviceCalls {
  /** Makes a call, with retries, and returns the response that the call declares. */
  send: <const C extends CallDeclaration>(call: C, input?: Input<C>) => Promise<CallResponse<C>>
  /** Makes a conditional call. Returns `undefined` when the server still has what this ETag names. */
  sendUnlessUnchanged: <const C extends CallDeclaration>(
    call: C,
    etag: string | undefined,
  ) => Promise<CallResponse<C> | undefined>
  /** Makes a call whose result is in the headers of the response. */
  sendForHeaders: (call: CallDeclaration, params: Record<string, string>, part?: Part) => Promise<Headers>
}

const json: Record<string, string> = { 'content-type': 'application/json' }

/** The device calls of the contract, with the session's token. Renews the session and retries as the responses require. */
export const createDeviceCalls = (
  origin: string,
  authentication: Authentication,
  network: Network,
  clock: Clock,
  backOff: () => BackOff,
): DeviceCalls => {
  const attempt = (request: Parameters<typeof exchange>[0]) => async (): Promise<Answer> => {
    const withToken = (session: Session) =>
      exchange(
        { ...request, headers: { ...request.headers, authorization: `Bearer ${session.access_token}` } },
        network,
      )
    const session = await authentication.session()
    try {
      return await withToken(session)
    } catch (error) {
      if (!endsWithAuthentication(error)) throw error
      authentication.forget(session)
      const renewed = await authentication.session()
      try {
        return await withToken(renewed)
      } catch (again) {
        if (endsWithAuthentication(again)) authentication.refusedAtOnce(renewed)
        throw again
      }
    }
  }
  const tried = (request: Parameters<typeof exchange>[0]) => withRetries(attempt(request), clock, backOff())

  return {
    send: async <const C extends CallDeclaration>(call: C, { params, body }: Input<C> = {}) => {
      const request = {
        method: call.method,
        url: origin + pathOf(call, params),
        headers: { ...(body === undefined ? {} : json) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        answers: call.responseKind === 'empty' ? ('empty' as const) : ('json' as const),
      }
      return (await tried(request)).json as CallResponse<C>
    },
    sendUnlessUnchanged: async <const C extends CallDeclaration>(call: C, etag: string | undefined) => {
      const headers: Record<string, string> = etag === undefined ? {} : { 'if-none-match': etag }
      const request = { method: call.method, url: origin + pathOf(call), headers, answers: 'json' as const }
      return (await tried(request)).json as CallResponse<C> | undefined
    },
    sendForHeaders: async (call, params, part) => {
      const request = {
        method: call.method,
        url: origin + pathOf(call, params),
        headers: part?.headers ?? {},
        ...(part ? { body: part.bytes } : {}),
        answers: 'empty' as const,
      }
      return (await tried(request)).headers
    },
  }
}

/** Whether authenticating helps: the token expired, or the device is deactivated, which ends when it authenticates. */
const endsWithAuthentication = (error: unknown): boolean =>
  error instanceof DeviceCallError && (error.status === 401 || error.code === 'device.deactivated')

const pathOf = (call: CallDeclaration, params: object = {}): string =>
  Object.entries(params).reduce(
    (path, [name, value]) => path.replace(`{${name}}`, encodeURIComponent(String(value))),
    fullPath(call),
  )

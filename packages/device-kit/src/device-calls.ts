import { type CallDeclaration, type CallInput, type CallResponse, fullPath } from '@holdfast/contract'
import type { Authentication, Session } from './authentication.ts'
import { DeviceCallError } from './device-call-error.ts'
import { type Answer, exchange, type Network } from './exchange.ts'
import { type Clock, withRetries } from './retry.ts'

type Input<C extends CallDeclaration> = Partial<CallInput<C>>

/** Bytes that a call sends instead of JSON, with the headers that describe them. */
export interface Part {
  bytes: Uint8Array<ArrayBuffer>
  headers: Record<string, string>
}

export interface DeviceCalls {
  /** Makes a call, with retries, and returns the response that the call declares. */
  send: <const C extends CallDeclaration>(call: C, input?: Input<C>) => Promise<CallResponse<C>>
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
      return withToken(await authentication.session())
    }
  }

  return {
    send: async <const C extends CallDeclaration>(call: C, { params, body }: Input<C> = {}) => {
      const request = {
        method: call.method,
        url: origin + pathOf(call, params),
        headers: { ...(body === undefined ? {} : json) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        answers: call.responseKind === 'empty' ? ('empty' as const) : ('json' as const),
      }
      return (await withRetries(attempt(request), clock)).json as CallResponse<C>
    },
    sendForHeaders: async (call, params, part) => {
      const request = {
        method: call.method,
        url: origin + pathOf(call, params),
        headers: part?.headers ?? {},
        ...(part ? { body: part.bytes } : {}),
        answers: 'empty' as const,
      }
      return (await withRetries(attempt(request), clock)).headers
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

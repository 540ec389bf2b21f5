import {
  type CallDeclaration,
  type CallInput,
  type CallResponse,
  calls,
  checkResponseShape,
  portalReadHeader,
} from '@holdfast/contract'
import type { Session } from '../session/session.ts'
import { ApiError, apiErrorOf, isSettled } from './api-error.ts'
import { callPath } from './call-path.ts'
import { mayRetry, retriesOf, retryDelayMs } from './retry.ts'

/** The input of a call, without the parts that it does not declare. */
export type CallArguments<C extends CallDeclaration> = Partial<CallInput<C>> & {
  /** For calls without a session: the account in the address. */
  client?: string
  signal?: AbortSignal
  /** The caller reports the failure itself: no notice is shown. */
  isQuiet?: boolean
  /** The portal makes this call by itself: the list of the trail hides it. For calls that declare the header. */
  isPortalRead?: boolean
  /** The body of a call that takes bytes. */
  bytes?: Blob
  /** Gets the answer of a call that sends bytes. */
  takeBytes?: (bytes: Blob) => void
  /** Also sent when the page is being left. */
  isKeptAlive?: boolean
}

export interface ApiParts {
  session: Session
  fetch: typeof fetch
  /** Shows a notice. */
  onFailure(error: ApiError): void
  /** No id token: shows 'Authentication expired' and leads to /sign-in. */
  onExpired(): void
  /** The customer ended support access, or it expired. */
  onSupportEnded(): void
  wait(ms: number): Promise<void>
}

export type CallApi = <const C extends CallDeclaration>(
  declaration: C,
  input?: CallArguments<C>,
) => Promise<CallResponse<C>>

const declared: ReadonlySet<CallDeclaration> = new Set(Object.values(calls))

/** The typed client of every call in the contract. Other endpoints don't compile. */
export const createCallApi = ({ session, fetch, onFailure, onExpired, onSupportEnded, wait }: ApiParts): CallApi => {
  const authorization = async (declaration: CallDeclaration): Promise<Record<string, string> | null> => {
    if (declaration.action === 'public') return {}
    const idToken = await session.freshIdToken()
    if (!idToken) return null
    const support = session.state().support
    return {
      authorization: support ? `InternalSupport ${support.requestReference} Bearer ${idToken}` : `Bearer ${idToken}`,
    }
  }

  const send = async (declaration: CallDeclaration, path: string, init: RequestInit): Promise<Response> => {
    for (let retriesLeft = retriesOf(declaration.method); ; retriesLeft -= 1) {
      const response = await fetch(path, init)
      if (response.ok || retriesLeft === 0 || !mayRetry(declaration, response.status)) return response
      if (isSettled(await apiErrorOf(response.clone()))) return response
      await wait(retryDelayMs(response))
    }
  }

  const answerOf = async (declaration: CallDeclaration, response: Response): Promise<unknown> => {
    if (!response.ok) throw await apiErrorOf(response)
    if (!declaration.response || response.status === 204) return undefined
    return checkResponseShape(`${declaration.method} ${declaration.path}`, declaration.response, await response.json())
  }

  const tell = (error: ApiError, declaration: CallDeclaration, isQuiet: boolean): void => {
    if (error.code === 'auth.bad_support_prefix') onSupportEnded()
    else if (error.status === 401 && declaration.action !== 'public') onExpired()
    else if (!isQuiet) onFailure(error)
  }

  return async (declaration, input = {}) => {
    if (!declared.has(declaration)) throw new Error('Cannot find metadata')
    try {
      const headers = await authorization(declaration)
      if (!headers) throw new ApiError(401, { message: 'Authentication expired', code: 'auth.required' })
      const path = callPath(declaration, {
        client: input.client ?? session.activeClient(),
        params: input.params,
        query: input.query as object | undefined,
      })
      const response = await send(declaration, path, {
        method: declaration.method,
        headers: {
          ...headers,
          ...(input.body !== undefined && { 'content-type': 'application/json' }),
          ...(input.bytes && { 'content-type': 'application/octet-stream' }),
          ...(input.isPortalRead && { [portalReadHeader]: '1' }),
        },
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
        ...(input.bytes ? { body: input.bytes } : {}),
        ...(input.signal ? { signal: input.signal } : {}),
        ...(input.isKeptAlive && { keepalive: true }),
      })
      if (input.takeBytes && response.ok) {
        input.takeBytes(await response.blob())
        return undefined as CallResponse<typeof declaration>
      }
      // The response was checked against the schema that its type is made from.
      return (await answerOf(declaration, response)) as CallResponse<typeof declaration>
    } catch (cause) {
      const error = cause instanceof TypeError ? new ApiError(0, { message: cause.message }) : cause
      // Nobody waits for an aborted call, so its failure is not reported, unless the session is over.
      const isWaitedFor = !input.signal?.aborted
      if (error instanceof ApiError && (isWaitedFor || error.status === 401)) {
        tell(error, declaration, input.isQuiet ?? false)
      }
      throw error
    }
  }
}

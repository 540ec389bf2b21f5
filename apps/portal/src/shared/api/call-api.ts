import { type CallDeclaration, type CallInput, type CallResponse, calls } from '@holdfast/contract'
import type { Session } from '../session/session.ts'
import { ApiError, apiErrorOf } from './api-error.ts'
import type { QueryValue } from './bracket-query.ts'
import { callPath } from './call-path.ts'
import { checkAnswer } from './check-answer.ts'
import { isRetryable, retriesOf, retryDelayMs } from './retry.ts'

/** What the client can know without asking the server: parts of the input that a call declares none of are left out. */
export type CallArguments<C extends CallDeclaration> = Partial<CallInput<C>> & {
  /** For calls without a session: the account that the address names. */
  client?: string
  signal?: AbortSignal
  /** The caller says itself what went wrong, so that no notice is shown. */
  isQuiet?: boolean
}

export interface ApiParts {
  session: Session
  fetch: typeof fetch
  /** Shows the notice of a failed response. */
  onFailure(error: ApiError): void
  /** No id token: 'Authentication expired', then /sign-in. */
  onExpired(): void
  /** The customer ended support access, or its time is over. */
  onSupportEnded(): void
  wait(ms: number): Promise<void>
}

export type CallApi = <const C extends CallDeclaration>(
  declaration: C,
  input?: CallArguments<C>,
) => Promise<CallResponse<C>>

const declared: ReadonlySet<CallDeclaration> = new Set(Object.values(calls))

/** The typed client of every call in the contract; an undeclared endpoint is an error before anything is sent. */
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
      if (response.ok || retriesLeft === 0 || !isRetryable(response.status)) return response
      await wait(retryDelayMs(response))
    }
  }

  const answerOf = async (declaration: CallDeclaration, response: Response): Promise<unknown> => {
    if (!response.ok) throw await apiErrorOf(response)
    if (!declaration.response || response.status === 204) return undefined
    return checkAnswer(declaration, await response.json())
  }

  return async (declaration, input = {}) => {
    if (!declared.has(declaration)) throw new Error('Cannot find metadata')
    const headers = await authorization(declaration)
    if (!headers) {
      onExpired()
      throw new ApiError(401, { message: 'Authentication expired', code: 'auth.required' })
    }
    const path = callPath(declaration, {
      client: input.client ?? session.activeClient(),
      params: input.params,
      query: input.query as { [key: string]: QueryValue } | undefined,
    })
    const init: RequestInit = {
      method: declaration.method,
      headers: input.body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(input.signal ? { signal: input.signal } : {}),
    }
    try {
      const response = await send(declaration, path, init)
      // The declaration's schema was checked a line above, so the answer has the type that was read from it.
      return (await answerOf(declaration, response)) as CallResponse<typeof declaration>
    } catch (cause) {
      if (input.signal?.aborted) throw cause
      const error =
        cause instanceof ApiError || !(cause instanceof TypeError) ? cause : new ApiError(0, { message: cause.message })
      if (error instanceof ApiError) {
        if (error.code === 'auth.bad_support_prefix') onSupportEnded()
        else if (error.status === 401 && declaration.action !== 'public') onExpired()
        else if (!input.isQuiet) onFailure(error)
      }
      throw error
    }
  }
}

import type { CallDeclaration, CallInput, CallResponse } from '@holdfast/contract'
import type { RequestContext } from './request-context.ts'
import type { CheckedInput } from './validation.ts'

/** What a handler relies on: what the call declares, as its schemas let it through. */
export type ServedInput<C extends CallDeclaration> = CallInput<C> & Pick<CheckedInput, 'invalid'>

export type Handler<C extends CallDeclaration> = (
  ctx: RequestContext,
  input: ServedInput<C>,
) => Promise<CallResponse<C>> | CallResponse<C>

/** A call with the function that answers it. */
export interface ServedCall {
  readonly call: CallDeclaration
  readonly handler: (ctx: RequestContext, input: unknown) => Promise<unknown> | unknown
}

/** Binds a declared call to its handler; the types of input and answer come from the declaration. */
export const serve = <C extends CallDeclaration>(call: C, handler: Handler<C>): ServedCall => ({
  call,
  // The kernel validates the input against the declaration's schemas before it calls the handler.
  handler: handler as ServedCall['handler'],
})

const nameOf = (call: CallDeclaration): string => `${call.method} ${call.catalogue} ${call.path}`

/**
 * Checks that the call table and the handlers agree.
 * @throws Error naming every call without a handler and every handler without a call
 */
export const assertEveryCallServed = (declared: readonly CallDeclaration[], served: readonly ServedCall[]): void => {
  const handlers = new Set(served.map(({ call }) => nameOf(call)))
  const calls = new Set(declared.map(nameOf))
  const problems = [
    ...[...calls].filter((name) => !handlers.has(name)).map((name) => `${name} has no handler`),
    ...[...handlers].filter((name) => !calls.has(name)).map((name) => `${name} is not in the call table`),
  ]
  if (handlers.size !== served.length) problems.push('a call has two handlers')
  if (problems.length > 0) throw new Error(`The call table and the handlers disagree:\n${problems.join('\n')}`)
}

import type { CallDeclaration, CallInput, CallResponse, calls } from '@holdfast/contract'
import type { CheckedInput } from '../../platform/http/index.ts'
import type { RequestContext } from './request-context.ts'

/** The input of a handler: what the call declares, after validation. */
export type ServedInput<C extends CallDeclaration> = CallInput<C> & Pick<CheckedInput, 'invalid'>

export type Handler<C extends CallDeclaration> = (
  ctx: RequestContext,
  input: ServedInput<C>,
) => Promise<CallResponse<C>> | CallResponse<C>

/** The functions that answer the calls, by name of the call: a call without a handler does not compile. */
export type Handlers = { readonly [Name in keyof typeof calls]: Handler<(typeof calls)[Name]> }

/** A call with its handler. The kernel validates the input against the declaration's schemas before it calls it. */
export interface ServedCall {
  readonly call: CallDeclaration
  readonly handler: (ctx: RequestContext, input: unknown) => Promise<unknown> | unknown
}

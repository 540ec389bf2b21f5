import {
  type CallDeclaration,
  calls,
  type ExportedList,
  exportedTrails,
  isAccountCall,
  ProductError,
} from '@holdfast/contract'
import { providerClient } from '../../core/accounts/index.ts'
import type { Session } from '../../core/authorization/index.ts'
import type { Handlers, ServedCall } from '../../core/calls/index.ts'
import { assertCallAllowed, inputCheck } from '../../platform/http/index.ts'

/** The handlers of the lists, and of the beginnings of messages that some of them show. */
export type ListHandlers = Pick<Handlers, ExportedList | 'getSnippets'>

export const servedList = (handlers: ListHandlers, list: ExportedList): ServedCall => ({
  call: calls[list],
  handler: handlers[list] as ServedCall['handler'],
})

export const servedSnippets = (handlers: ListHandlers): ServedCall => ({
  call: calls.getSnippets,
  handler: handlers.getSnippets as ServedCall['handler'],
})

/** Which rows of a list are exported: the parameters of its path, its filter and its order. */
export interface ListInput {
  params: Record<string, unknown>
  query: Record<string, unknown>
}

const checks = new Map<CallDeclaration, ReturnType<typeof inputCheck>>()

/**
 * The input of a list, checked as the list itself would check it, and without what selects a page.
 * @throws ProductError `request.invalid`, with the paths of the body
 */
export const checkedInput = (call: CallDeclaration, given: { params?: object; query?: object }): ListInput => {
  const check = checks.get(call) ?? inputCheck(call)
  checks.set(call, check)
  try {
    // The check fills in defaults and converts texts.
    const { params: path = {}, query: rows = {} } = structuredClone(given)
    const { params, query } = check({ params: path, query: rows, body: undefined })
    const { filter, sort } = query as Record<string, unknown>
    return {
      params: params as Record<string, unknown>,
      query: { ...(filter ? { filter } : {}), ...(sort ? { sort } : {}) },
    }
  } catch (error) {
    if (!(error instanceof ProductError) || error.code !== 'request.invalid') throw error
    const problems = error.problems.map((problem) => ({ ...problem, path: `/body${problem.path}` }))
    throw new ProductError('request.invalid', {}, problems)
  }
}

/**
 * Refuses a caller who may not make the call of the list, as the call itself would, or not export it.
 * @throws ProductError `auth.forbidden`, `auth.address_not_allowed`, `auth.terms_required`
 */
export const assertMayExport = (
  { client, list }: { client: string; list: ExportedList },
  { access, accepted_terms, is_address_admitted }: Session,
): void => {
  const call: CallDeclaration = calls[list]
  if (!is_address_admitted) throw new ProductError('auth.address_not_allowed')
  if (!accepted_terms) throw new ProductError('auth.terms_required')
  // Roles of customers may name any action. The provider's area is open in the provider's own account only.
  if (!isAccountCall(call) && client !== providerClient) throw new ProductError('auth.forbidden')
  assertCallAllowed(call, access)
  if (exportedTrails.has(list) && !access.mayAtAll('audit:export')) throw new ProductError('auth.forbidden')
}

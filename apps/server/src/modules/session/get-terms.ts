import { type CallInput, type calls, locales, type Terms } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { acceptedAt } from './accept-terms.ts'
import { currentTerms } from './terms/current-terms.ts'

/** `GET /terms`: the current terms in one language, and when the caller accepted them. */
export const getTerms = async (ctx: RequestContext, { query }: CallInput<typeof calls.getTerms>): Promise<Terms> => {
  const accepted_at = await ctx.read((tx) => acceptedAt(tx, ctx.user.user_reference))
  return { ...currentTerms(query.locale ?? locales[0]), accepted_at }
}

import type { Visibility } from '@holdfast/access'
import { messageTypes, type PayloadType, payloadTypes } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { type PayloadFilter, type Scope, scopesOf, visibleInBoth, visiblePayloads } from '../payloads/index.ts'
import type { SearchScope, TextSource } from '../words/index.ts'

/**
 * What the caller may search: the content of messages that they may read and play, and comments that they may read on recordings
 * that they may read.
 */
export const searchScopes = async (ctx: RequestContext, filter: PayloadFilter): Promise<SearchScope[]> => {
  const { payload_types = [...payloadTypes], groups } = filter
  const messages = messageTypes.filter((type) => payload_types.includes(type))
  const [readable, playable, commented, { all }] = await Promise.all([
    visiblePayloads(ctx, filter),
    ctx.visibility('payloads:play', messages),
    ctx.visibility('comments:read', payload_types),
    ctx.groups(),
  ])
  const bySource: Record<TextSource, readonly Visibility[]> = {
    message: visibleInBoth(readable, playable),
    comment: visibleInBoth(readable, commented),
  }
  const searched = {
    message: scopesOf(bySource.message, groups),
    comment: scopesOf(bySource.comment, groups),
  }
  const references = all.map(({ group_reference }) => group_reference)
  return merged(payload_types.flatMap((type) => scopesOfType(type, searched, references)))
}

/** Scopes with the same sources in all of their groups: for one type. */
const scopesOfType = (
  type: PayloadType,
  searched: Record<TextSource, readonly Scope[]>,
  all: readonly string[],
): SearchScope[] => {
  const groupsOf = (source: TextSource) => searched[source].find(({ types }) => types.includes(type))?.groups ?? null
  const isSearched = (source: TextSource) => searched[source].some(({ types }) => types.includes(type))
  const of = (groups: readonly string[] | null, ...sources: TextSource[]): SearchScope[] =>
    groups?.length === 0 ? [] : [{ payload_types: [type], groups, sources }]
  const [message, comment] = [groupsOf('message'), groupsOf('comment')]
  if (!isSearched('message')) return isSearched('comment') ? of(comment, 'comment') : []
  if (!isSearched('comment')) return of(message, 'message')
  if (message === null && comment === null) return of(null, 'message', 'comment')
  const [inMessages, inComments] = [new Set(message ?? all), new Set(comment ?? all)]
  return [
    ...of([...inMessages.intersection(inComments)], 'message', 'comment'),
    ...of([...inMessages.difference(inComments)], 'message'),
    ...of([...inComments.difference(inMessages)], 'comment'),
  ]
}

/** One scope for the types with the same groups and sources. */
const merged = (scopes: readonly SearchScope[]): SearchScope[] =>
  [...Map.groupBy(scopes, ({ groups, sources }) => JSON.stringify([groups, sources])).values()].map((alike) => ({
    payload_types: alike.flatMap(({ payload_types }) => payload_types),
    groups: alike[0]?.groups ?? null,
    sources: alike[0]?.sources ?? [],
  }))

import type { Group as GroupOfAccess } from '@holdfast/access'
import { type CallInput, type calls, foldedText, type Group, ProductError } from '@holdfast/contract'
import { answerList, type FoundOfKind, firstOfKind, type RequestContext } from '../../core/calls/index.ts'
import { isNamedBy } from '../../platform/folded-text.ts'
import { loadGroups } from './group-record.ts'

type Filter = NonNullable<CallInput<typeof calls.listGroups>['query']['filter']>

/** `GET /groups`: the groups that the caller may see, ordered by reference. */
export const listGroups = async (ctx: RequestContext, { query }: CallInput<typeof calls.listGroups>) => {
  const visible = await visibleGroups(ctx)
  return answerList<Filter, Group, Group>(ctx, query, {
    list: 'groups',
    rows: (filter, limit, position) => {
      const after = String(position?.[0] ?? '')
      const matches = matcherOf(filter)
      const found = visible.filter((group) => group.group_reference > after && matches(group)).slice(0, limit)
      return ctx.read((tx) => loadGroups(tx, referencesOf(found)))
    },
    positionOf: ({ group_reference }) => [group_reference],
    toItems: (groups) => groups,
    total: async (filter) => visible.filter(matcherOf(filter)).length,
  })
}

/** The groups that `GET /found` finds: those that begin with the text first. */
export const foundGroups = async (ctx: RequestContext, text: string): Promise<FoundOfKind> => {
  const letters = foldedText(text)
  const isFirst = ({ group_reference }: GroupOfAccess) => foldedText(group_reference).startsWith(letters)
  const isNamed = isNamedBy(text)
  const named = (await visibleGroups(ctx)).filter(({ group_reference }) => isNamed(group_reference))
  return firstOfKind(
    [...named.filter(isFirst), ...named.filter((group) => !isFirst(group))].map(({ group_reference }) => ({
      kind: 'group',
      reference: group_reference,
      name: null,
      payload_type: null,
    })),
  )
}

/** `GET /groups/{group_reference}`. */
export const getGroup = async (ctx: RequestContext, { params }: CallInput<typeof calls.getGroup>): Promise<Group> => {
  const { group_reference } = params
  const group = (await ctx.groups()).get(group_reference)
  if (!group || !ctx.access.can('groups:read', { group })) throw new ProductError('request.not_found')
  ctx.setAuditGroup(group_reference)
  const [loaded] = await ctx.read((tx) => loadGroups(tx, [group_reference]))
  if (!loaded) throw new ProductError('request.not_found')
  return loaded
}

const visibleGroups = async (ctx: RequestContext): Promise<readonly GroupOfAccess[]> => {
  const groups = await ctx.groups()
  const references = await ctx.groupsFor('groups:read')
  return references.flatMap((reference) => groups.get(reference) ?? [])
}

const referencesOf = (groups: readonly GroupOfAccess[]) => groups.map(({ group_reference }) => group_reference)

/** Returns a function that checks whether a group matches the filter. */
const matcherOf = ({ groups, search, tag_key, tag_value }: Filter) => {
  const isNamed = search === undefined ? undefined : isNamedBy(search)
  return ({ group_reference, tags }: GroupOfAccess): boolean =>
    (groups?.includes(group_reference) ?? true) &&
    (isNamed?.(group_reference) ?? true) &&
    ((tag_key === undefined && tag_value === undefined) ||
      tags.some((tag) => (tag_key ?? tag.tag_key) === tag.tag_key && (tag_value ?? tag.tag_value) === tag.tag_value))
}

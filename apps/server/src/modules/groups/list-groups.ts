import type { Group as GroupOfAccess } from '@holdfast/access'
import { type CallInput, type calls, type Group, ProductError } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { answerList, type RequestContext } from '../../platform/http/index.ts'
import { statsOfGroups } from './group-stats.ts'

type Filter = NonNullable<CallInput<typeof calls.listGroups>['query']['filter']>

/** `GET /groups`: those that the caller may see, by reference. */
export const listGroups = async (ctx: RequestContext, { query }: CallInput<typeof calls.listGroups>) => {
  const visible = await visibleGroups(ctx)
  return answerList<Filter, Group, Group>(ctx, query, {
    list: 'groups',
    rows: (filter, limit, position) => {
      const after = String(position?.[0] ?? '')
      const found = visible.filter((group) => group.group_reference > after && matches(group, filter)).slice(0, limit)
      return ctx.read((tx) => loadGroups(tx, found))
    },
    positionOf: ({ group_reference }) => [group_reference],
    toItem: (group) => group,
    total: async (filter) => visible.filter((group) => matches(group, filter)).length,
  })
}

/** `GET /groups/{group_reference}`. */
export const getGroup = async (ctx: RequestContext, { params }: CallInput<typeof calls.getGroup>): Promise<Group> => {
  const { group_reference } = params
  const group = (await ctx.groups()).get(group_reference)
  if (!group || !ctx.access.can('groups:read', { group })) throw new ProductError('request.not_found')
  ctx.concerns(group_reference)
  const [loaded] = await ctx.read((tx) => loadGroups(tx, [group]))
  if (!loaded) throw new ProductError('request.not_found')
  return loaded
}

const visibleGroups = async (ctx: RequestContext): Promise<readonly GroupOfAccess[]> => {
  const { all } = await ctx.groups()
  const references = new Set(ctx.access.groupsFor('groups:read', all))
  return all
    .filter(({ group_reference }) => references.has(group_reference))
    .sort((a, b) => (a.group_reference < b.group_reference ? -1 : 1))
}

const matches = (group: GroupOfAccess, { groups, tag_key, tag_value }: Filter): boolean =>
  (groups?.includes(group.group_reference) ?? true) &&
  ((tag_key === undefined && tag_value === undefined) ||
    group.tags.some(
      (tag) => (tag_key ?? tag.tag_key) === tag.tag_key && (tag_value ?? tag.tag_value) === tag.tag_value,
    ))

const loadGroups = async (tx: TenantTransaction, found: readonly GroupOfAccess[]): Promise<Group[]> => {
  const references = found.map(({ group_reference }) => group_reference)
  if (references.length === 0) return []
  const stats = await statsOfGroups(tx, references)
  const rows = await tx.db
    .selectFrom('groups')
    .select(['group_reference', 'tags', 'updated_at', 'updated_by', 'version'])
    .where('client', '=', tx.client)
    .where('group_reference', 'in', references)
    .execute()
  // In the order of the page: a database may sort by the rules of a language.
  const byReference = new Map(rows.map((row) => [row.group_reference, row]))
  return references.flatMap((reference) => {
    const row = byReference.get(reference)
    const counted = stats.get(reference)
    return row && counted ? [{ ...row, stats: counted }] : []
  })
}

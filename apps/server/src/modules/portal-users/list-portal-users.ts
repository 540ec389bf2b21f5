import type { CallInput, calls } from '@holdfast/contract'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { containsText, hasAnyOf, isEqual } from '../../platform/database/index.ts'

/**
 * `GET /portal_users` of an account, and `GET /staff` of the provider's own, ordered by reference. The permission to
 * see roles includes seeing who has them. A person's group is returned only if the caller may see the group.
 */
export const listPortalUsers = async (
  ctx: RequestContext,
  { query }: CallInput<typeof calls.listPortalUsers> | CallInput<typeof calls.listStaff>,
) => {
  const groups = await ctx.groups()
  const mayKnow = (reference: string | null): boolean => {
    const group = reference === null ? undefined : groups.get(reference)
    return group !== undefined && ctx.access.can('groups:read', { group })
  }
  return answerTableList(ctx, query, {
    table: 'portal_users',
    columns: [
      'client',
      'user_reference',
      'name',
      'email',
      'roles',
      'user_group',
      'is_active',
      'created_at',
      'updated_at',
      'updated_by',
    ],
    key: ['user_reference'],
    conditions: ({ role, is_active, search }) => [
      isEqual('is_active', is_active),
      hasAnyOf('roles', role === undefined ? undefined : [role]),
      containsText(['user_reference', 'name', 'email'], search),
    ],
    toItems: (people) =>
      people.map(({ name, user_group, ...person }) => ({
        ...person,
        user_group: mayKnow(user_group) ? user_group : null,
        display_name: name || person.user_reference,
      })),
  })
}

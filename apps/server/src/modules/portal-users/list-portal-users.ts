import type { CallInput, calls, PortalUser } from '@holdfast/contract'
import { sql } from 'kysely'
import { containing, type TenantTransaction } from '../../platform/database/index.ts'
import { answerList, type RequestContext } from '../../platform/http/index.ts'

type Filter = NonNullable<CallInput<typeof calls.listPortalUsers>['query']['filter']>

/**
 * `GET /portal_users` of an account, and `GET /staff`, which are the people of the provider's own: by reference. Whoever may
 * see roles sees who has them; somebody's group is named to those who may see the group.
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
  return answerList<Filter, PortalUser, PortalUser>(ctx, query, {
    list: 'portal_users',
    rows: (filter, limit, position) =>
      ctx.read(async (tx) => {
        const people = await peopleWhere(tx, filter)
          .select(['client', 'user_reference', 'name', 'email', 'roles', 'user_group', 'is_active', 'created_at'])
          .select(['updated_at', 'updated_by'])
          .$if(position !== null, (q) => q.where('user_reference', '>', String(position?.[0])))
          .orderBy('user_reference')
          .limit(limit)
          .execute()
        return people.map(({ name, ...person }) => ({ ...person, display_name: name || person.user_reference }))
      }),
    positionOf: ({ user_reference }) => [user_reference],
    toItem: (person) => (mayKnow(person.user_group) ? person : { ...person, user_group: null }),
    total: (filter) =>
      ctx.read(async (tx) => {
        const row = await peopleWhere(tx, filter)
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .executeTakeFirst()
        return row?.total ?? 0
      }),
  })
}

const peopleWhere = (tx: TenantTransaction, { role, is_active, search }: Partial<Filter>) =>
  tx.db
    .selectFrom('portal_users')
    .where('client', '=', tx.client)
    .$if(is_active !== undefined, (q) => q.where('is_active', '=', is_active === true))
    .$if(role !== undefined, (q) => q.where(sql<boolean>`roles @> array[${role}]::text[]`))
    .$if(search !== undefined, (q) => {
      const pattern = containing(search ?? '')
      return q.where((eb) =>
        eb.or([eb('user_reference', 'ilike', pattern), eb('name', 'ilike', pattern), eb('email', 'ilike', pattern)]),
      )
    })

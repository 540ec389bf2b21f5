import type { CallInput, calls, Role } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { answerList, type RequestContext } from '../../platform/http/index.ts'
import { selectRoles, withHolders } from './role-record.ts'

type Filter = NonNullable<CallInput<typeof calls.listRoles>['query']['filter']>

/** `GET /roles`, by reference. */
export const listRoles = (ctx: RequestContext, { query }: CallInput<typeof calls.listRoles>) =>
  answerList<Filter, Role, Role>(ctx, query, {
    list: 'roles',
    rows: (filter, limit, position) =>
      ctx.read(async (tx) =>
        withHolders(
          tx,
          await selectRoles(tx)
            .where('role_reference', '>', String(position?.[0] ?? ''))
            .$if(filter.is_system !== undefined, (q) => q.where('is_system', '=', filter.is_system === true))
            .orderBy('role_reference')
            .limit(limit)
            .execute(),
        ),
      ),
    positionOf: ({ role_reference }) => [role_reference],
    toItem: (role) => role,
    total: (filter) => ctx.read((tx) => countRoles(tx, filter)),
  })

/** An account has few roles, so they are counted. */
const countRoles = async (tx: TenantTransaction, { is_system }: Partial<Filter>): Promise<number> => {
  const { roles } = await tx.db
    .selectFrom('roles')
    .select((eb) => eb.fn.countAll<number>().as('roles'))
    .where('client', '=', tx.client)
    .$if(is_system !== undefined, (q) => q.where('is_system', '=', is_system === true))
    .executeTakeFirstOrThrow()
  return roles
}

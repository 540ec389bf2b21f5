import type { CallInput, calls } from '@holdfast/contract'
import {
  answerTableList,
  type FoundOfKind,
  firstOfKind,
  foundRows,
  type RequestContext,
} from '../../core/calls/index.ts'
import { isEqual, matchesText } from '../../platform/database/index.ts'
import { roleColumns, withHolders } from './role-record.ts'

const searched = ['role_reference', 'description'] as const

/** `GET /roles`: ordered by reference. */
export const listRoles = (ctx: RequestContext, { query }: CallInput<typeof calls.listRoles>) =>
  answerTableList(ctx, query, {
    table: 'roles',
    columns: roleColumns,
    key: ['role_reference'],
    conditions: ({ is_system, search }) => [isEqual('is_system', is_system), matchesText(searched, search)],
    toItems: (roles) => ctx.read((tx) => withHolders(tx, roles)),
  })

/**
 * `GET /clients/{client}/roles`: the customer's roles, of which support access can be requested. The call is on the
 * customer's trail.
 */
export const listClientRoles = async (
  ctx: RequestContext,
  { params, query }: CallInput<typeof calls.listClientRoles>,
) => {
  await ctx.enterCustomer(params.client)
  return listRoles(ctx, { params: {}, query, body: undefined })
}

/** The roles that `GET /found` finds. */
export const foundRoles = async (ctx: RequestContext, text: string): Promise<FoundOfKind> =>
  ctx.access.can('roles:read')
    ? foundRows(ctx, text, {
        kind: 'role',
        table: 'roles',
        reference: 'role_reference',
        name: [],
        searched,
        conditions: [],
      })
    : firstOfKind([])

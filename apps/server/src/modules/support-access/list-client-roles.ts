import type { CallInput, calls } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { listRoles } from '../roles/index.ts'

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

import { type CallInput, type calls, ProductError, type Role } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { roles, withHolders } from './role-record.ts'

/** `GET /roles/{role_reference}`. */
export const getRole = async (ctx: RequestContext, { params }: CallInput<typeof calls.getRole>): Promise<Role> => {
  const [role] = await ctx.read(async (tx) =>
    withHolders(tx, await roles.select(tx).where('role_reference', '=', params.role_reference).execute()),
  )
  if (!role) throw new ProductError('request.not_found')
  return role
}

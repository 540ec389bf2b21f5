import { providerClient } from '../../core/accounts/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { findPerson } from '../portal-users/index.ts'

/**
 * Whether the caller and a member of the provider's staff are the same person with two accounts: they have the same
 * reference or the same e-mail address.
 */
export const isSamePerson = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  staff_reference: string,
): Promise<boolean> => {
  const { user_reference } = ctx.user
  if (user_reference === staff_reference) return true
  const own = await findPerson(tx, user_reference)
  const staff = await ctx.platform.database.readAcrossClients((db) =>
    findPerson({ client: providerClient, db, now: tx.now }, staff_reference),
  )
  return own?.email != null && own.email.toLowerCase() === staff?.email?.toLowerCase()
}

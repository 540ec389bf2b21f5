import { providerClient } from '../../core/accounts/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'

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
  const own = await tx.db
    .selectFrom('portal_users')
    .select('email')
    .where('client', '=', tx.client)
    .where('user_reference', '=', user_reference)
    .executeTakeFirst()
  const staff = await ctx.platform.database.readAcrossClients((db) =>
    db
      .selectFrom('portal_users')
      .select('email')
      .where('client', '=', providerClient)
      .where('user_reference', '=', staff_reference)
      .executeTakeFirst(),
  )
  return own?.email != null && own.email.toLowerCase() === staff?.email?.toLowerCase()
}

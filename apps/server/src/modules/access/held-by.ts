import { ProductError } from '@holdfast/contract'
import { runningVisits } from '../../platform/authorization/index.ts'
import type { RequestContext } from '../../platform/http/index.ts'
import { isVisitorReference } from '../../platform/identity/marked-references.ts'
import { accountCidrRanges, rulesOfRoles } from '../roles/index.ts'
import { type HeldRoles, heldInVisit, ofNoVisit, rulesIn } from './held-roles.ts'

/**
 * What a person holds, or visiting staff: in each of the roles in which they are let in.
 * @throws ProductError `request.not_found` for people who have never signed in to the account, and staff who are not let in now
 */
export const heldBy = async (
  ctx: RequestContext,
  user_reference: string,
): Promise<{ is_active: boolean; held: HeldRoles[] }> => {
  if (isVisitorReference(user_reference)) return readVisitor(ctx, user_reference)
  return ctx.read(async (tx) => {
    const person = await tx.db
      .selectFrom('portal_users')
      .select(['roles', 'is_active'])
      .where('client', '=', tx.client)
      .where('user_reference', '=', user_reference)
      .executeTakeFirst()
    if (!person) throw new ProductError('request.not_found')
    const { roles, is_active } = person
    const rules = rulesIn(await rulesOfRoles(tx, roles), roles)
    const held = { client: tx.client, rules, ...ofNoVisit, account_cidr_ranges: await accountCidrRanges(tx) }
    return { is_active, held: [held] }
  })
}

const readVisitor = async (ctx: RequestContext, user_reference: string) => {
  const visits = await runningVisits(ctx.platform.database, ctx.client)
  const visit = visits.find((one) => one.user_reference === user_reference)
  if (!visit) throw new ProductError('request.not_found')
  return ctx.read(async (tx) => {
    const account = { client: tx.client, account_cidr_ranges: await accountCidrRanges(tx) }
    return { is_active: true, held: heldInVisit(visit, await rulesOfRoles(tx, visit.roles), account) }
  })
}

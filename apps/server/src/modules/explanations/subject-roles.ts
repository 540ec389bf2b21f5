import { ProductError } from '@holdfast/contract'
import { appReferenceIn, isVisitorReference } from '../../core/accounts/index.ts'
import { accountDefaults, loadAccountCidrRanges, runningVisits } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { findVisibleApp } from '../client-apps/index.ts'
import { findPerson } from '../portal-users/index.ts'
import { rulesOfRoles } from '../roles/index.ts'
import { type AssignedRoles, existingRules, rolesInVisit, withoutVisit } from './assigned-roles.ts'

/** The subject of an explanation and the roles they hold. Visiting staff have one entry for each approved role. */
export interface SubjectRoles {
  is_client_app: boolean
  has_signed_in: boolean
  is_active: boolean
  assigned: AssignedRoles[]
}

/**
 * The roles of a person, of visiting staff or of a client app. A person who has never signed in has the role of the
 * account defaults.
 * @throws ProductError `request.not_found` for staff without a running visit, and for apps that the caller cannot see
 */
export const rolesOfSubject = (ctx: RequestContext, user_reference: string): Promise<SubjectRoles> => {
  if (isVisitorReference(user_reference)) return readVisitor(ctx, user_reference)
  const app_reference = appReferenceIn(user_reference)
  if (app_reference !== null) return readApp(ctx, app_reference)
  return readPerson(ctx, user_reference)
}

const readPerson = (ctx: RequestContext, user_reference: string): Promise<SubjectRoles> =>
  ctx.read(async (tx) => {
    const person = await findPerson(tx, user_reference)
    const { roles, is_active } = person ?? { roles: await defaultRoles(tx), is_active: true }
    const assigned = await assignedRoles(tx, roles, await loadAccountCidrRanges(tx))
    return { is_client_app: false, has_signed_in: person !== undefined, is_active, assigned: [assigned] }
  })

const readApp = async (ctx: RequestContext, app_reference: string): Promise<SubjectRoles> => {
  const {
    app: { roles, cidr_ranges },
  } = await findVisibleApp(ctx, app_reference)
  return ctx.read(async (tx) => {
    const assigned = await assignedRoles(tx, roles, cidr_ranges ?? (await loadAccountCidrRanges(tx)))
    return { is_client_app: true, has_signed_in: true, is_active: true, assigned: [assigned] }
  })
}

const readVisitor = async (ctx: RequestContext, user_reference: string): Promise<SubjectRoles> => {
  const visits = await runningVisits(ctx.platform.database, ctx.client)
  const visit = visits.find((one) => one.user_reference === user_reference)
  if (!visit) throw new ProductError('request.not_found')
  return ctx.read(async (tx) => {
    const account = { client: tx.client, account_cidr_ranges: await loadAccountCidrRanges(tx) }
    const assigned = rolesInVisit(visit, await rulesOfRoles(tx, visit.roles), account)
    return { is_client_app: false, has_signed_in: true, is_active: true, assigned }
  })
}

const assignedRoles = async (
  tx: TenantTransaction,
  roles: readonly string[],
  account_cidr_ranges: AssignedRoles['account_cidr_ranges'],
): Promise<AssignedRoles> => ({
  client: tx.client,
  rules: existingRules(await rulesOfRoles(tx, roles), roles),
  ...withoutVisit,
  account_cidr_ranges,
})

/** The roles that people get at their first sign-in if their identity names none. */
const defaultRoles = async (tx: TenantTransaction): Promise<string[]> => {
  const defaults = await accountDefaults.find(tx, tx.client)
  return defaults?.role ? [defaults.role] : []
}

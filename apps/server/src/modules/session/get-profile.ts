import type { PortalConfig, UserProfile } from '@holdfast/contract'
import { providerClient } from '../../core/accounts/index.ts'
import type { PortalUser } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import { portalOriginOf } from '../../core/hosts/index.ts'
import { monitoringCookie, monitoringCookiePath, signedMonitoringOrigin } from '../../platform/http/index.ts'
import { chosenSettings } from '../account-settings/index.ts'
import { portalConfigOf } from '../portal-config/index.ts'
import { findPerson } from '../portal-users/index.ts'
import { acceptedAt } from './accept-terms.ts'

/** `GET /profile`: who is signed in and what they may do now, from this address (product.md section 3, UserProfile). */
export const getProfile = async (ctx: RequestContext): Promise<UserProfile> => {
  const settings = await ctx.read(async (tx) => ({
    portal_config: await portalConfigOf(tx),
    account_settings: await chosenSettings(tx),
  }))
  allowReports(ctx, settings.portal_config)
  return {
    ...(await identityOf(ctx)),
    client: ctx.client,
    actions: ctx.access.actions(),
    groups: await visibleGroups(ctx),
    payload_types: ctx.access.payloadTypes(),
    is_quiet: (await ctx.platform.quiet.since()) !== null,
    ...settings,
  }
}

/** Lets the person's browser report errors to the account's monitoring address, and to no former one. */
const allowReports = ({ caller, platform, client, reply }: RequestContext, { monitoring }: PortalConfig): void => {
  if (caller.kind !== 'portal_user') return
  const origin = monitoring && signedMonitoringOrigin(platform.keys, monitoring.url)
  const options = {
    path: monitoringCookiePath,
    httpOnly: true,
    sameSite: 'strict',
    secure: portalOriginOf(platform.settings, caller.visit ? providerClient : client).startsWith('https:'),
  } as const
  if (origin === null) reply.clearCookie(monitoringCookie, options)
  else reply.setCookie(monitoringCookie, origin, options)
}

type ProfileIdentity = Pick<UserProfile, 'user_reference' | 'display_name' | 'roles' | 'user_group' | 'terms_accepted'>

/** A client app has a profile, too. It has no terms to accept, because the person who created it accepted them. */
const identityOf = async (ctx: RequestContext): Promise<ProfileIdentity> => {
  const { caller } = ctx
  const roles = [...caller.roles]
  if (caller.kind === 'client_app') {
    const { app_reference, group } = caller
    return {
      user_reference: app_reference,
      display_name: app_reference,
      roles,
      user_group: group,
      terms_accepted: true,
    }
  }
  const { user_reference, user_group } = caller
  const { name, terms_accepted } = await readPerson(ctx, caller)
  return { user_reference, display_name: name || user_reference, roles, user_group, terms_accepted }
}

/** The groups in which the person may see recordings of some type, devices, device users or the group itself. */
const visibleGroups = async (ctx: RequestContext): Promise<string[]> => {
  const visible = new Set<string>()
  const add = (references: readonly string[]) => {
    for (const reference of references) visible.add(reference)
  }
  for (const type of ctx.access.payloadTypes()) add(await ctx.groupsFor('payloads:read', type))
  for (const action of ['devices:read', 'device_users:read', 'groups:read'] as const) add(await ctx.groupsFor(action))
  return [...visible].sort()
}

/** The person in their own account: visiting staff have their name and accept the terms in the provider's account. */
const readPerson = ({ client, platform }: RequestContext, { visit, user_reference }: PortalUser) => {
  const own_reference = visit?.staff.user_reference ?? user_reference
  return platform.database.read(visit ? providerClient : client, async (tx) => {
    const person = await findPerson(tx, own_reference)
    return { name: person?.name, terms_accepted: (await acceptedAt(tx, own_reference)) !== null }
  })
}

import type { Access, Group } from '@holdfast/access'
import type { UserProfile } from '@holdfast/contract'
import { providerClient } from '../../platform/clients/clients.ts'
import type { RequestContext } from '../../platform/http/index.ts'
import { currentTermsVersion } from './terms/current-terms.ts'

/** `GET /profile`: who is signed in and what they may do now, from this address (product.md section 3, UserProfile). */
export const getProfile = async (ctx: RequestContext): Promise<UserProfile> => {
  const { user_reference, roles, user_group } = ctx.user
  const groups = await ctx.groups()
  const person = await readPerson(ctx)
  return {
    user_reference,
    client: ctx.client,
    display_name: person?.name || user_reference,
    actions: ctx.access.actions(),
    groups: visibleGroups(ctx.access, groups.all),
    payload_types: ctx.access.payloadTypes(),
    roles: [...roles],
    user_group,
    terms_accepted: person?.terms_version === currentTermsVersion,
    portal_config: { maps_key: null, monitoring: null, application_id: null, region: null },
  }
}

/** The groups in which the person may see recordings of some type, devices, device users or the group itself. */
const visibleGroups = (access: Access, groups: readonly Group[]): string[] => {
  const visible = new Set([
    ...access.payloadTypes().flatMap((type) => access.groupsFor('payloads:read', groups, type)),
    ...access.groupsFor('devices:read', groups),
    ...access.groupsFor('device_users:read', groups),
    ...access.groupsFor('groups:read', groups),
  ])
  return [...visible].sort()
}

/** As their own account knows them: the provider's staff have a name at home, and accept the terms there. */
const readPerson = ({ client, platform, user }: RequestContext) =>
  platform.database.read(user.visit ? providerClient : client, (tx) =>
    tx.db
      .selectFrom('portal_users as person')
      .leftJoin('terms_acceptances as terms', (join) =>
        join
          .onRef('terms.client', '=', 'person.client')
          .on('terms.client', '=', tx.client)
          .onRef('terms.user_reference', '=', 'person.user_reference')
          .on('terms.terms_version', '=', currentTermsVersion),
      )
      .select(['person.name', 'terms.terms_version'])
      .where('person.client', '=', tx.client)
      .where('person.user_reference', '=', user.visit?.staff.user_reference ?? user.user_reference)
      .executeTakeFirst(),
  )

import { type Static, Type } from 'typebox'
import { ProfileAccountSettings } from './account-settings.ts'
import { allActions } from './actions.ts'
import { call } from './call.ts'
import { accountFields } from './entity-fields.ts'
import { GroupReference, RoleReference, UserReference } from './fields.ts'
import { nullable } from './nullable.ts'
import { PayloadType } from './payload-types.ts'
import { PortalConfig } from './portal-config.ts'

export const UserProfile = Type.Object(
  {
    user_reference: UserReference,
    ...accountFields,
    display_name: Type.String(),
    actions: Type.Array(Type.Enum(allActions)),
    groups: Type.Array(GroupReference),
    payload_types: Type.Array(PayloadType),
    roles: Type.Array(RoleReference),
    user_group: nullable(GroupReference),
    terms_accepted: Type.Boolean(),
    portal_config: PortalConfig,
    account_settings: ProfileAccountSettings,
    is_quiet: Type.Boolean({
      description: 'Whether this is a restored copy that nobody has taken into use: it sends and destroys nothing',
    }),
  },
  {
    title: 'UserProfile',
    description: 'Who is signed in and what they may do. The client portal drops payload type AR.',
  },
)
export type UserProfile = Static<typeof UserProfile>

export const getProfile = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/profile',
  summary: 'Tells who is signed in, with the roles, actions, groups and payload types they have.',
  action: 'signed_in',
  response: UserProfile,
  beforeTerms: true,
  outsideAccountRanges: true,
})

export const profileCalls = { getProfile }

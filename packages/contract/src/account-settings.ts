import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Dispositions, defaultDispositions } from './dispositions.ts'
import { settingFields } from './entity-fields.ts'
import { limits } from './limits.ts'
import { closed } from './nullable.ts'
import { expectedVersion, Version } from './versions.ts'

const accountSettingFields = {
  is_word_search_on: Type.Boolean({ description: 'The words of messages and comments can be searched' }),
  is_asking_before_pictures: Type.Boolean({
    description: 'Lists request the pictures of photos and videos only when the person asks for them',
  }),
  dispositions: Dispositions,
}

/** The settings as the profile has them: everybody in the account may know them. */
export const ProfileAccountSettings = Type.Object(accountSettingFields, {
  title: 'ProfileAccountSettings',
  description: 'What the account has chosen for everybody in it.',
})
export type ProfileAccountSettings = Static<typeof ProfileAccountSettings>

/** Until somebody changes them. */
export const defaultAccountSettings: ProfileAccountSettings = {
  is_word_search_on: false,
  is_asking_before_pictures: false,
  dispositions: defaultDispositions,
}

export const AccountSettings = Type.Object(
  { ...settingFields, ...accountSettingFields, version: Version },
  {
    title: 'AccountSettings',
    description:
      'What an account chooses for everybody in it; updated_at is null and version 0 while nobody has set it.',
  },
)
export type AccountSettings = Static<typeof AccountSettings>

const ofAccount = {
  catalogue: 'admin-client',
  path: '/account/settings',
  response: AccountSettings,
  beyondSpecification: true,
} as const

export const getAccountSettings = call({
  ...ofAccount,
  method: 'GET',
  summary: 'Reads what the account has chosen for everybody in it.',
  action: 'account:read',
})

export const putAccountSettings = call({
  ...ofAccount,
  method: 'PUT',
  summary:
    'Replaces what the account has chosen for everybody in it. Portals apply it when they next load the profile.',
  action: 'account:write',
  body: Type.Object(
    {
      ...expectedVersion,
      ...accountSettingFields,
      // Absent in requests of portals that were loaded before there were dispositions.
      dispositions: Type.Optional(Dispositions),
    },
    closed,
  ),
  maxBodyBytes: limits.maxSmallBodyBytes,
  audit: 'account_settings.updated',
  errors: ['edit.conflict', 'review.repeated_disposition'],
})

export const accountSettingsCalls = { getAccountSettings, putAccountSettings }

import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Dispositions, defaultDispositions } from './dispositions.ts'
import { settingFields } from './entity-fields.ts'
import { limits } from './limits.ts'
import { closed } from './nullable.ts'
import { PlaybackReason } from './playback-reason.ts'
import { expectedVersion, Version } from './versions.ts'

export const playbackReasonKinds = ['none', 'text', 'list'] as const
const PlaybackReasonKind = Type.Enum(playbackReasonKinds, {
  description:
    'Whether content is opened only with a reason, and which: none: it needs no reason; text: what the person writes; list: one of `playback_reasons`',
})
export type PlaybackReasonKind = Static<typeof PlaybackReasonKind>

const PlaybackReasons = Type.Array(PlaybackReason, {
  maxItems: limits.maxPlaybackReasons,
  uniqueItems: true,
  description: 'The reasons of the list. They are kept while reasons are not chosen from it.',
})

const accountSettingFields = {
  is_word_search_on: Type.Boolean({ description: 'The words of messages and comments can be searched' }),
  is_asking_before_pictures: Type.Boolean({
    description: 'Lists request the pictures of photos and videos only when the person asks for them',
  }),
  playback_reason_kind: PlaybackReasonKind,
  playback_reasons: PlaybackReasons,
  dispositions: Dispositions,
  needs_second_person: Type.Boolean({
    description: 'What gives access to the content of recordings applies only once a second person has approved it',
  }),
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
  playback_reason_kind: 'none',
  playback_reasons: [],
  dispositions: defaultDispositions,
  needs_second_person: false,
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
      playback_reason_kind: Type.Optional(PlaybackReasonKind),
      playback_reasons: Type.Optional(PlaybackReasons),
      dispositions: Type.Optional(Dispositions),
      needs_second_person: Type.Optional(accountSettingFields.needs_second_person),
    },
    { ...closed, description: 'What portals that were loaded before an update leave out stays as it is.' },
  ),
  maxBodyBytes: limits.maxFormBodyBytes,
  audit: 'account_settings.updated',
  errors: ['edit.conflict', 'review.repeated_disposition', 'account.nobody_to_approve', 'account.needs_second_person'],
})

export const accountSettingsCalls = { getAccountSettings, putAccountSettings }

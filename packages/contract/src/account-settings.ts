import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Dispositions, defaultDispositions } from './dispositions.ts'
import { settingFields } from './entity-fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { PlaybackReason } from './playback-reason.ts'
import { Timestamp } from './times.ts'
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

/** How long the release of a hold can wait at most. */
export const maxHoldReleaseDays = 90

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
  hold_release_needs_second_person: Type.Boolean({
    description: 'Whoever releases a legal hold asks for it; it is released once another person has confirmed',
  }),
  hold_release_days: Type.Integer({
    minimum: 0,
    maximum: maxHoldReleaseDays,
    description: 'How long a confirmed release of a legal hold waits, if a second person is needed',
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
  hold_release_needs_second_person: false,
  hold_release_days: 7,
}

export const AccountSettings = Type.Object(
  {
    ...settingFields,
    ...accountSettingFields,
    hold_release_strict_until: nullable({
      ...Timestamp,
      description: 'Until then, holds are released by the stricter rule that applied before; null if it is over',
    }),
    version: Version,
  },
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
      hold_release_needs_second_person: Type.Optional(accountSettingFields.hold_release_needs_second_person),
      hold_release_days: Type.Optional(accountSettingFields.hold_release_days),
    },
    { ...closed, description: 'What portals that were loaded before an update leave out stays as it is.' },
  ),
  maxBodyBytes: limits.maxFormBodyBytes,
  audit: 'account_settings.updated',
  errors: ['edit.conflict', 'review.repeated_disposition', 'account.nobody_to_approve', 'account.needs_second_person'],
})

export const accountSettingsCalls = { getAccountSettings, putAccountSettings }

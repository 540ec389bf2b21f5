import type { UserProfile } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { profileOfPortal } from './profile-of-portal.ts'

const profile: UserProfile = {
  user_reference: 'helen.ward',
  display_name: 'Helen Ward',
  client: 'meridian',
  roles: ['Reviewer'],
  actions: ['payloads:read'],
  groups: ['Equities London'],
  user_group: null,
  payload_types: ['Call', 'AR', 'Video'],
  terms_accepted: true,
  portal_config: { maps_key: null, monitoring: null, application_id: null, region: null },
  is_quiet: false,
  account_settings: {
    is_word_search_on: false,
    is_asking_before_pictures: false,
    playback_reason_kind: 'none',
    playback_reasons: [],
    dispositions: [],
    needs_second_person: false,
    hold_release_needs_second_person: false,
    hold_release_days: 7,
  },
}

test('the client portal drops AR from the profile, and nothing else', () => {
  expect(profileOfPortal(profile, 'meridian')).toEqual({ ...profile, payload_types: ['Call', 'Video'] })
})

test("the provider's staff keep it, also in a customer's account", () => {
  expect(profileOfPortal(profile, 'admin')).toBe(profile)
})

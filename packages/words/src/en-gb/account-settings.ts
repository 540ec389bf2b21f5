/** Account settings: defaults, networks, configuration of devices. */
export const accountSettings = {
  'page.settings': 'Account settings',
  'settings.defaults': 'Defaults',
  'settings.defaults_hint':
    'For people whose identity provider assigns no group or role. A change of the role takes effect at once, unless a second person has to approve it.',
  'settings.user_group': 'Group',
  'settings.role': 'Role',
  'settings.networks': 'Networks of the account',
  'settings.networks_hint':
    'The networks from which people and apps can use the account. New networks lapse after 15 minutes unless they are confirmed.',
  'settings.limit_unconfirmed': 'These networks are not confirmed yet',
  'settings.limit_unconfirmed_body':
    'The account can be used from {networks} only. If nobody confirms this from inside these networks, the limit lapses. Then this applies again: {otherwise}.',
  'settings.limit_confirm': 'Confirm these networks',
  'settings.limit_left': 'Time left to confirm',
  'settings.limit_confirmed': 'Networks confirmed',
  'settings.shut_out':
    '{count, plural, one {# person or app would be shut out} other {# people and apps would be shut out}}',
  'settings.shut_out_hint': 'In the last 30 days they used the account from addresses outside these networks.',
  'settings.shut_out_app': 'App {name}',
  'settings.shut_out_inside_too': 'also used it from inside them',
  'settings.shut_out_more': 'and {count} more',
  'settings.shut_out_nobody': 'Nobody who used the account in the last 30 days would be shut out.',
  'settings.shut_out_looking': 'Checking who used the account from where in the last 30 days…',
  'settings.shut_out_unknown': 'Could not check who would be shut out.',
  'settings.recordings': 'Recordings',
  'settings.silent_days': 'Deactivate silent devices after (days)',
  'settings.silent_days_hint':
    'A device is deactivated after this many days without contact. It is active again as soon as it signs in.',
  'settings.silent_days_range': 'Enter 1 to {most, number} days.',
  'settings.word_search': 'Search the words of messages',
  'settings.word_search_hint':
    'Messages and comments can be found by their words. The words are indexed as keyed hashes, not as text.',
  'settings.ask_before_pictures': 'Ask before showing pictures in lists',
  'settings.ask_before_pictures_hint':
    'Lists of photos and videos show no pictures until the person asks for them. Without this, every picture that comes into view is recorded as seen.',
  'settings.devices': 'Devices',
  'settings.gps_hint':
    'How often devices record their GPS position. Shorter intervals give a more detailed trail but use more battery. Devices pick up a change when they next fetch their configuration.',
  'settings.gps_interval': 'GPS position every',
  'settings.gps_unit': 'Unit',
  'settings.gps_seconds': 'seconds',
  'settings.gps_minutes': 'minutes',
  'settings.gps_hours': 'hours',
  'settings.gps_every_seconds': 'every {count, plural, one {second} other {# seconds}}',
  'settings.gps_every_minutes': 'every {count, plural, one {minute} other {# minutes}}',
  'settings.gps_every_hours': 'every {count, plural, one {hour} other {# hours}}',
  'settings.gps_a_day': 'Up to {count, plural, one {# position} other {# positions}} per device per day.',
  'settings.gps_range': 'Enter an interval between 1 second and 24 hours.',
  'noun.defaults': 'account settings',
  'noun.settings': 'settings of recordings',
  'did.POST /account/defaults/confirmation': 'Confirmed the networks of the account',
  'settings.needs_second_person': 'A second person approves access to content',
  'settings.needs_second_person_hint':
    'Applies to roles and giving them, client apps, the default role and tags. Changes that remove access take effect at once. Turning this off also needs a second person.',
  'settings.hold_release_second': 'A second person confirms the release of legal holds',
  'settings.hold_release_second_hint':
    'Releasing a hold only asks for it. It ends after somebody else has confirmed it and the days below have passed. Turning this off takes at least 7 days to have an effect.',
  'settings.hold_release_days': 'Days from the confirmation to the end of a hold',
  'settings.hold_release_days_hint': '0: a hold ends as soon as its release is confirmed.',
  'did.POST /account/defaults/access_preview': 'Previewed another default role',
  'did.POST /account/defaults/preview': 'Previewed who would be shut out by networks',
} as const

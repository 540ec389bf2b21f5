/** Client apps and account settings. */
export const accountForms = {
  'apps.reference': 'App',
  'apps.reference_hint': '3 to 60 letters, digits and -_.!(), with spaces inside. It cannot be changed later.',
  'apps.issuer': 'Issuer',
  'apps.issuer_hint': 'Whose tokens are taken: the iss of the token, to the letter.',
  'apps.audience': 'Audience',
  'apps.audience_hint': 'The aud that the token is made for.',
  'apps.jwks_uri': 'Address of its keys',
  'apps.jwks_uri_hint':
    'Where the issuer publishes its public keys (JWKS). They are fetched anew when it rotates them.',
  'apps.group_hint': 'The group that the app acts for; none means the account.',
  'apps.empty': 'No apps yet',
  'apps.empty_body': 'An app is a program of yours that calls Holdfast with tokens of your own issuer.',
  'apps.new': 'New app',
  'apps.delete': 'Delete this app',
  'apps.delete_hint': 'Its tokens are refused from its next call on.',
  'apps.delete_body': 'What runs under it stops at once. This cannot be undone.',
  'settings.defaults': 'Defaults',
  'settings.defaults_hint':
    'What people get whose identity names neither group nor role. A change of the role is theirs at once.',
  'settings.user_group': 'Group',
  'settings.role': 'Role',
  'settings.networks': 'Networks of the account',
  'settings.networks_hint':
    'From where the account can be used at all, by people and apps. New networks have to be confirmed within 15 minutes.',
  'settings.limit_unconfirmed': 'These networks are not confirmed yet',
  'settings.limit_unconfirmed_body':
    'The account can be used from {networks} alone. Unless somebody confirms this from inside, it ends by itself, and this holds again: {otherwise}.',
  'settings.limit_confirm': 'Confirm these networks',
  'settings.limit_left': 'Time left to confirm',
  'settings.limit_confirmed': 'The networks stay as they are',
  'settings.shut_out':
    '{count, plural, one {# person or app would be shut out} other {# people and apps would be shut out}}',
  'settings.shut_out_hint': 'In the last 30 days they called from addresses outside these networks.',
  'settings.shut_out_app': 'App {name}',
  'settings.shut_out_inside_too': 'from inside, too',
  'settings.shut_out_more': 'and {count} more',
  'settings.shut_out_nobody': 'Nobody of the last 30 days would be shut out.',
  'settings.shut_out_looking': 'Looking at who called from where in the last 30 days…',
  'settings.shut_out_unknown': 'Who would be shut out can’t be told now.',
} as const

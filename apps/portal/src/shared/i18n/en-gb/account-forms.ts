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
  'settings.networks_hint': 'From where the account can be used at all, by people and apps.',
} as const

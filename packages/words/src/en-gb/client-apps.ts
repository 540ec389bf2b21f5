/** Client apps. */
export const clientApps = {
  'page.apps': 'Apps',
  'page.app': 'App',
  'apps.reference': 'App',
  'apps.reference_hint': '3 to 60 letters, digits and -_.!(), with spaces inside. It cannot be changed later.',
  'apps.issuer': 'Issuer',
  'apps.issuer_hint': 'The issuer of the tokens that are accepted. It must match their “iss” claim exactly.',
  'apps.audience': 'Audience',
  'apps.audience_hint': 'It must match the “aud” claim of the tokens.',
  'apps.jwks_uri': 'Address of its keys',
  'apps.jwks_uri_hint':
    'Where the issuer publishes its public keys (JWKS). New keys are fetched when the issuer rotates them.',
  'apps.roles_hint': 'They alone decide what the app reads and does, and in which groups.',
  'apps.group': 'Managed in group',
  'apps.group_hint':
    'Decides who can see, change and delete this app: people who manage apps of this group. It does not limit what the app reads. Leave it empty for people who manage all apps.',
  'apps.empty': 'No apps yet',
  'apps.empty_body': 'An app is one of your programs. It calls Holdfast with tokens from your own issuer.',
  'apps.new': 'New app',
  'apps.delete': 'Delete this app',
  'apps.delete_hint': 'Its tokens are refused from its next call on.',
  'apps.delete_body': 'Programs that use it stop working at once. This cannot be undone.',
  'did.POST /account/apps/{app_reference}/preview': 'Previewed the access of a client app',
  'noun.apps': 'client apps',
} as const

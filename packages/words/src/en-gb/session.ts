/** Sign-in. */
export const session = {
  'page.sign_in': 'Sign in',
  'sign_in.title': 'Sign in',
  'sign_in.lead': 'Enter the identifier of your account. Your organisation then asks who you are.',
  'sign_in.client': 'Account identifier',
  'sign_in.client_hint': 'For example acme-bank. Staff of the provider enter admin.',
  'sign_in.client_invalid': 'Lower-case letters, digits and hyphens, 3 to 40 characters, beginning with a letter',
  'sign_in.client_unknown': 'There is no account with this identifier. Check the spelling, or ask your administrator.',
  'sign_in.continue': 'Continue',
  'sign_in.continue_to': 'Continue to {name}',
  'sign_in.other_account': 'Use another account',
  'sign_in.returning': 'Signing you in…',
  'sign_in.failed_title': 'You could not be signed in',
  'sign_in.failed_exchange':
    'The sign-in code was not accepted. It can be used once and only for a few minutes. Start again.',
  'sign_in.failed_state':
    'This sign-in was not started in this tab, so it was not completed. This protects you from links that sign you in as someone else. Start again.',
  'sign_in.failed_provider': 'Your sign-in page answered: {reason}',
  'sign_in.again': 'Start again',
  'sign_in.side_title': 'Every recording, complete and accounted for.',
  'sign_in.side_body': 'You hear exactly what the handset sealed. The audit trail shows who listened.',
  'did.POST /session/sign_out': 'Logged out',
  'did.GET /url': 'Started to sign in',
  'did.GET /account/metadata': 'Looked up how to sign in',
  'did.GET /exchange': 'Asked to sign in or to renew a session',
  'did.GET /profile': 'Viewed their own profile',
} as const

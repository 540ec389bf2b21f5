/** The terms of use. */
export const terms = {
  'page.terms': 'Terms of use',
  'terms.title': 'Terms of use',
  'terms.version': 'Version {version}',
  'terms.accept': 'Accept the terms',
  'terms.accept_hint': 'Your name, the time, this version and your network address are recorded.',
  'terms.accepted': 'You accepted this version.',
  'terms.must_accept': 'Accept the current terms to continue.',
  'terms.read_signed_out': 'Sign in to read and accept the terms of your account.',
  'noun.terms': 'the terms',
  'did.POST /terms/acceptance': 'Accepted the terms',
} as const

/** The accounts' public keys. */
export const publicKeys = {
  'page.keys': 'Public keys',
  'keys.former': 'Former',
  'keys.algorithm': 'Algorithm',
  'keys.since': 'Since',
  'keys.current': 'In use',
  'keys.empty': 'No keys',
  'keys.empty_body': 'An account’s key is created with the account.',
  'keys.rotated': 'The key was replaced',
  'keys.rotate': 'Replace',
  'keys.rotate_title': 'Replace the key of {client}?',
  'keys.rotate_body':
    'Devices get the new key when they next deliver a recording, and seal later recordings with it. Recordings sealed with the old key can still be opened.',
  'noun.public_keys': 'public keys',
  'did.POST /public_keys/{client}/rotation': 'Replaced a public key',
} as const

import { expect, test } from 'vitest'
import { accountOfClientId, clientIdOf } from './client-id.ts'

test('an OIDC client belongs to exactly one account', () => {
  expect(accountOfClientId(clientIdOf('acme-bank'))).toBe('acme-bank')
  for (const foreign of [
    'acme-bank',
    'portal.',
    'portal.Acme',
    'portal.acme/../admin',
    'portal.acme\n',
    7,
    undefined,
  ]) {
    expect(accountOfClientId(foreign)).toBeUndefined()
  }
})

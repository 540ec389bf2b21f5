import { expect, test } from 'vitest'
import { isOwnAddress } from './pending-sign-in.ts'
import { challengeOf, randomToken } from './pkce.ts'

test.each([
  ['/dashboard/services/calls?filter[is_late]=true', true],
  ['/', true],
  ['//evil.example/dashboard', false],
  ['/\\evil.example', false],
  ['https://evil.example', false],
  ['javascript:alert(1)', false],
  ['', false],
])('a sign-in returns to %j: %j', (address, isOwn) => {
  expect(isOwnAddress(address)).toBe(isOwn)
})

test('the challenge is the S256 of the verifier, as in RFC 7636 appendix B', async () => {
  expect(await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  )
})

test('a verifier has 43 characters, as the contract requires, and is random', () => {
  const [one, other] = [randomToken(), randomToken()]
  expect(one).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(one).not.toBe(other)
})

import { expect, test } from 'vitest'
import { type Verification, VerifiedTokens } from './verified-tokens.ts'

const now = new Date('2026-11-21T10:00:00Z')
const end = now.getTime() + 30_000

/** Records each verification of a token. */
const counted = (cachedKeys: () => object | null, rules = 'acme') => {
  const verified: string[] = []
  const verification: Verification<{ token: string }> = {
    rules,
    cachedKeys,
    verify: async (token) => {
      verified.push(token)
      return { claims: { token }, lastMoment: end }
    },
  }
  return { verified, verification }
}

test('a token is verified once, until it expires or its keys are replaced', async () => {
  const tokens = new VerifiedTokens<{ token: string }>({ maxTokens: 10 })
  let keys: object | null = {}
  const { verified, verification } = counted(() => keys)
  const ask = (at = now.getTime()) => tokens.claimsOf('one', verification, new Date(at))
  for (const at of [now.getTime(), end - 1]) expect(await ask(at)).toEqual({ token: 'one' })
  expect(verified).toHaveLength(1)
  await ask(end)
  expect(verified).toHaveLength(2)
  keys = {}
  await ask()
  await ask()
  expect(verified).toHaveLength(3)
  keys = null
  await ask()
  await ask()
  expect(verified).toHaveLength(5)
})

test('a token that was verified by other rules is verified again, and the number of remembered tokens is limited', async () => {
  const tokens = new VerifiedTokens<{ token: string }>({ maxTokens: 2 })
  const keys = {}
  const [acme, globex] = [counted(() => keys), counted(() => keys, 'globex')]
  await tokens.claimsOf('one', acme.verification, now)
  await tokens.claimsOf('one', globex.verification, now)
  expect(globex.verified).toEqual(['one'])
  await tokens.claimsOf('two', acme.verification, now)
  await tokens.claimsOf('one', acme.verification, now)
  expect(acme.verified).toEqual(['one', 'two', 'one'])
})

test('a token is not remembered when its keys changed during verification', async () => {
  const tokens = new VerifiedTokens<{ token: string }>({ maxTokens: 10 })
  const { verified, verification } = counted(() => ({}))
  await tokens.claimsOf('one', verification, now)
  await tokens.claimsOf('one', verification, now)
  expect(verified).toHaveLength(2)
})

import { expect, test } from 'vitest'
import { type Verification, VerifiedTokens } from './verified-tokens.ts'

const now = new Date('2026-11-21T10:00:00Z')
const end = now.getTime() + 30_000

/** Counts how often tokens are verified. */
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

test('a token is verified once, for as long as it says and its keys are held', async () => {
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

test('what was verified by other rules does not count, and no more are remembered than were asked for', async () => {
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

test('keys that change while a token is verified leave nothing remembered', async () => {
  const tokens = new VerifiedTokens<{ token: string }>({ maxTokens: 10 })
  const { verified, verification } = counted(() => ({}))
  await tokens.claimsOf('one', verification, now)
  await tokens.claimsOf('one', verification, now)
  expect(verified).toHaveLength(2)
})

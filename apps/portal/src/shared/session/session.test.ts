import { describe, expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { createSession } from './session.ts'
import { createSessionStore } from './session-state.ts'

const memoryStorage = (): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> => {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

const answer = (name: string, lifetimeSeconds = 60) => ({
  id_token: `id-${name}`,
  refresh_token: `refresh-${name}`,
  expires_in: lifetimeSeconds,
})

/** A session with the test's clock, and the refresh tokens that it used. */
const sessionAt = (refreshOutcome: (spent: number) => ReturnType<typeof answer>) => {
  const clock = { ms: 1_000_000 }
  const spent: string[] = []
  const storage = memoryStorage()
  const session = createSession({
    store: createSessionStore(storage),
    now: () => clock.ms,
    refresh: async (_client, refreshToken) => {
      spent.push(refreshToken)
      return refreshOutcome(spent.length)
    },
  })
  session.signIn('acme-bank', answer('first'))
  return { session, clock, spent, storage }
}

const refused = () => {
  throw new Error('refused')
}

const visit = {
  client: 'other-bank',
  requestReference: '01KA00000000000000000000AA',
  role: 'Auditor',
  expiresAt: '2026-01-01T02:00:00.000Z',
}

describe('an id token', () => {
  test('is used as it is until 5 seconds before its stated lifetime ends', async () => {
    const { session, clock, spent } = sessionAt(() => answer('second'))
    clock.ms += 54_999
    expect(await session.freshIdToken()).toBe('id-first')
    clock.ms += 1
    expect(await session.freshIdToken()).toBe('id-second')
    expect(spent).toEqual(['refresh-first'])
  })

  test('is refreshed once for callers at the same time and for those within the next second', async () => {
    const { session, clock, spent } = sessionAt((count) => answer(`renewed-${count}`, 0))
    clock.ms += 60_000
    await Promise.all([session.freshIdToken(), session.freshIdToken(), session.freshIdToken()])
    clock.ms += 999
    expect(await session.freshIdToken()).toBe('id-renewed-1')
    expect(spent).toHaveLength(1)
    clock.ms += 1
    expect(await session.freshIdToken()).toBe('id-renewed-2')
    expect(spent).toEqual(['refresh-first', 'refresh-renewed-1'])
  })

  test('that cannot be refreshed ends the session', async () => {
    const { session, clock, storage } = sessionAt(refused)
    session.enterSupport(visit)
    clock.ms += 60_000
    expect(await session.freshIdToken()).toBeNull()
    expect(session.state()).toEqual({ client: null, tokens: null, support: null })
    expect(createSessionStore(storage).get().tokens).toBeNull()
  })

  test('that cannot be refreshed without a network leaves the session as it was', async () => {
    const { session, clock, spent } = sessionAt((count) => {
      if (count === 1) throw new ApiError(0, { message: 'Failed to fetch' })
      return answer('second')
    })
    clock.ms += 60_000
    await expect(session.freshIdToken()).rejects.toMatchObject({ status: 0 })
    expect(session.isSignedIn()).toBe(true)
    clock.ms += 1000
    expect(await session.freshIdToken()).toBe('id-second')
    expect(spent).toEqual(['refresh-first', 'refresh-first'])
  })

  test('that arrives after the person signed out is discarded', async () => {
    const gate = Promise.withResolvers<ReturnType<typeof answer>>()
    const session = createSession({
      store: createSessionStore(memoryStorage()),
      now: () => 60_000,
      refresh: () => gate.promise,
    })
    session.signIn('acme-bank', answer('first', 0))
    const pending = session.freshIdToken()
    session.signOut()
    gate.resolve(answer('late'))
    expect(await pending).toBeNull()
    expect(session.isSignedIn()).toBe(false)
  })
})

describe('logging out', () => {
  test('calls the server with the tokens, and does not count as an expiry', async () => {
    const { session } = sessionAt(refused)
    const seen: boolean[] = []
    expect(session.hasLeft()).toBe(false)
    await session.leave(async () => {
      seen.push(session.isSignedIn(), session.hasLeft())
    })
    expect(seen).toEqual([true, true])
    expect([session.isSignedIn(), session.hasLeft()]).toEqual([false, true])
    session.signIn('acme-bank', answer('next', 0))
    expect(session.hasLeft()).toBe(false)
  })
})

describe('a session', () => {
  test('survives a reload of its tab', () => {
    const { storage } = sessionAt(refused)
    expect(createSessionStore(storage).get().tokens?.idToken).toBe('id-first')
  })

  test('shows the customer in support mode, and the person’s own account after it', () => {
    const { session } = sessionAt(refused)
    session.enterSupport(visit)
    expect(session.activeClient()).toBe('other-bank')
    session.endSupport('left')
    expect(session.activeClient()).toBe('acme-bank')
  })

  test('starts signed out if the stored session cannot be read', () => {
    const storage = memoryStorage()
    storage.setItem('holdfast.session', '{"client":')
    expect(createSessionStore(storage).get().tokens).toBeNull()
  })
})

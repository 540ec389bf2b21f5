import { expect, test } from 'vitest'
import { createSession } from './session.ts'
import { createSessionStore, type SessionStore } from './session-state.ts'
import { shareSession } from './tab-sessions.ts'

const emptyStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
const answer = (name: string) => ({ id_token: `id-${name}`, refresh_token: `refresh-${name}`, expires_in: 60 })

/** Tabs of one browser: real channels of one name, one lock, and a server that accepts each refresh token once. */
const browser = (name: string) => {
  const spent: string[] = []
  let line: Promise<unknown> = Promise.resolve()
  const oneAtATime = <T>(run: () => Promise<T>): Promise<T> => {
    const turn = line.then(run)
    line = turn.catch(() => undefined)
    return turn
  }
  const clock = { ms: 1_000_000 }
  const openTab = () => {
    const channel = new BroadcastChannel(name)
    const store: SessionStore = createSessionStore(emptyStorage)
    const tabs = shareSession(store, channel)
    const session = createSession({
      store,
      now: () => clock.ms,
      catchUp: tabs.catchUp,
      oneAtATime,
      refresh: async (_client, refreshToken) => {
        if (spent.includes(refreshToken)) throw new Error('spent twice')
        spent.push(refreshToken)
        return answer(`renewed-${spent.length}`)
      },
    })
    return { session, tabs, close: () => channel.close() }
  }
  return { openTab, clock, spent }
}

test('a new tab adopts the session of an open one', async () => {
  const { openTab } = browser('take-over')
  const [first, second] = [openTab(), openTab()]
  first.session.signIn('acme', answer('first'))
  const third = openTab()
  await third.tabs.catchUp()
  expect(third.session.state()).toMatchObject({ client: 'acme', tokens: { idToken: 'id-first' } })
  for (const tab of [first, second, third]) tab.close()
})

test('signing out in one tab signs out all', async () => {
  const { openTab } = browser('sign-out')
  const [first, second] = [openTab(), openTab()]
  first.session.signIn('acme', answer('first'))
  await expect.poll(() => second.session.isSignedIn()).toBe(true)
  second.session.signOut()
  await expect.poll(() => first.session.isSignedIn()).toBe(false)
  for (const tab of [first, second]) tab.close()
})

test('tabs whose tokens expire at the same time use the refresh token once', async () => {
  const { openTab, clock, spent } = browser('refresh')
  const tabs = [openTab(), openTab(), openTab()]
  tabs[0]?.session.signIn('acme', answer('first'))
  await expect.poll(() => tabs.every(({ session }) => session.isSignedIn())).toBe(true)
  clock.ms += 120_000
  const tokens = await Promise.all(tabs.map(({ session }) => session.freshIdToken()))
  expect(tokens).toEqual(['id-renewed-1', 'id-renewed-1', 'id-renewed-1'])
  expect(spent).toEqual(['refresh-first'])
  for (const tab of tabs) tab.close()
})

test('a tab without others continues alone', async () => {
  const { openTab } = browser('alone')
  const only = openTab()
  await only.tabs.catchUp()
  expect(only.session.isSignedIn()).toBe(false)
  only.close()
})

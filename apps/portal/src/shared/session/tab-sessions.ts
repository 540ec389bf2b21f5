import { type SessionState, type SessionStore, signedOut } from './session-state.ts'

/** A message between tabs. It stays within this origin and browser and is not stored. */
type TabMessage = { kind: 'ask' } | { kind: 'session'; state: SessionState }

type TabChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>

export interface TabSessions {
  /** Asks the other tabs for their session and adopts a newer one. */
  catchUp(): Promise<void>
}

/** Tabs answer within a few milliseconds. Without other tabs, `catchUp` takes this long. */
const answerWithinMs = 60

/**
 * Shares a session between the tabs of a browser: a link opened in a new tab is signed in, and signing out in one tab
 * signs out all. Each tab keeps its own copy (docs/decisions/0007, 'Where the session is kept'); the newest tokens win.
 */
export const shareSession = (store: SessionStore, channel: TabChannel): TabSessions => {
  let isAdopting = false
  let answered: (() => void) | undefined

  const adopt = (theirs: SessionState): void => {
    isAdopting = true
    store.set(theirs)
    isAdopting = false
  }

  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    const ours = store.get()
    if (data.kind === 'ask') {
      if (ours.tokens) channel.postMessage({ kind: 'session', state: ours } satisfies TabMessage)
      return
    }
    if (!data.state.tokens) {
      if (ours.tokens) adopt(signedOut)
    } else if (isNewer(data.state, ours)) {
      adopt(sameAccount(data.state, ours) ? { ...data.state, support: ours.support } : data.state)
      // An answer with older tokens may come from a tab that has not learned of a refresh yet: wait for the others.
      answered?.()
    }
  })

  store.subscribe(() => {
    if (!isAdopting) channel.postMessage({ kind: 'session', state: store.get() } satisfies TabMessage)
  })

  return {
    catchUp: () =>
      new Promise((resolve) => {
        answered = resolve
        setTimeout(resolve, answerWithinMs)
        channel.postMessage({ kind: 'ask' } satisfies TabMessage)
      }),
  }
}

const isNewer = (theirs: SessionState, ours: SessionState): boolean =>
  (theirs.tokens?.expiresAt ?? 0) > (ours.tokens?.expiresAt ?? 0)

/** Support mode is per tab. */
const sameAccount = (theirs: SessionState, ours: SessionState): boolean =>
  ours.tokens !== null && theirs.client === ours.client

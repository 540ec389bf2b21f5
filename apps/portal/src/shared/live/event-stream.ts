import { calls, checkResponseShape, type PortalEvent } from '@holdfast/contract'
import { createParser } from 'eventsource-parser'
import { apiErrorOf } from '../api/api-error.ts'
import { callPath } from '../api/call-path.ts'
import { session, visitIsOver } from '../api/client.ts'
import { setServerAway } from '../api/server-away.ts'
import { isServerUp } from '../api/server-up.ts'
import { reloadProfile } from '../session/profile.ts'
import { audienceOf } from '../session/session-state.ts'

interface Listener {
  onEvent: (event: PortalEvent) => void
  /** The stream was opened; events before that were missed. */
  onOpened?: (() => void) | undefined
}

/** What the reading tab sends to the others. */
type TabMessage = { of: string } & ({ event: PortalEvent } | { isOpened: boolean })

const listeners = new Set<Listener>()
const channel = new BroadcastChannel('holdfast.events')
let open: { of: string; reading: AbortController } | null = null
/** What was heard before anybody listened, while the first screen was loading, which read its data before. */
let heardEarly: PortalEvent[] = []
const mostHeardEarly = 100
/** The parts of the first screen begin to listen within this time of each other. */
const firstScreenMs = 3000

const firstPauseMs = 250
const longestPauseMs = 30_000
/** A stream that lasted this long had been accepted: it is opened again at once. */
const opensMs = 1000

/** Whose events: those of this person in their account, or of this visit. */
const audience = (): string => audienceOf(session.state())

const hear = (message: TabMessage): void => {
  if (message.of !== open?.of) return
  if ('isOpened' in message) setServerAway(!message.isOpened)
  else if (listeners.size === 0 && heardEarly.length < mostHeardEarly) heardEarly.push(message.event)
  for (const { onEvent, onOpened } of listeners) {
    if ('event' in message) onEvent(message.event)
    else if (message.isOpened) onOpened?.()
  }
}

const tell = (message: TabMessage): void => {
  channel.postMessage(message)
  hear(message)
}

channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => hear(data))
session.subscribe(() => {
  if (!open || open.of === audience()) return
  stop()
  // Somebody else may have to accept the terms before anything can listen.
  if (listeners.size > 0) start()
})

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Reads one connection to its end. EventSource can't send a bearer token, so fetch does. */
const readStream = async (of: string, signal: AbortSignal): Promise<void> => {
  const support = session.state().support
  const idToken = await session.freshIdToken()
  if (!idToken || signal.aborted) return
  const bearer = `Bearer ${idToken}`
  const response = await fetch(callPath(calls.streamEvents, { client: session.activeClient() }), {
    signal,
    headers: {
      accept: 'text/event-stream',
      authorization: support ? `InternalSupport ${support.requestReference} ${bearer}` : bearer,
    },
  })
  if (!response.ok || !response.body) {
    const { code } = await apiErrorOf(response)
    if (code === 'auth.bad_support_prefix') visitIsOver(support?.requestReference)
    // The terms changed. The new profile stops the listener.
    if (code === 'auth.terms_required') await reloadProfile()
    return
  }
  tell({ of, isOpened: true })
  const parser = createParser({
    onEvent: ({ data }) => tell({ of, event: checkResponseShape('GET /events', calls.streamEvents.response, data) }),
  })
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parser.feed(part.value)
  }
}

/** Keeps a connection open while anybody listens, with growing pauses while the server does not answer. */
const keepReading = async (of: string, signal: AbortSignal): Promise<void> => {
  let pauseMs = firstPauseMs
  while (!signal.aborted && session.isSignedIn()) {
    const startedAt = Date.now()
    await readStream(of, signal).catch(() => undefined)
    const wasOpen = Date.now() - startedAt > opensMs
    if (!signal.aborted && !(await isServerUp())) tell({ of, isOpened: false })
    if (!wasOpen) await pause(pauseMs, signal)
    pauseMs = wasOpen ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs)
  }
}

/**
 * One connection per browser and audience, because browsers allow few per server: the tab that holds the lock reads it
 * and sends events to the others. When it closes, another tab continues.
 */
const start = (): void => {
  const reading = new AbortController()
  const { signal } = reading
  const of = audience()
  open = { of, reading }
  navigator.locks
    .request(`holdfast.events ${of}`, { signal }, () => keepReading(of, signal))
    .catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
}

const stop = (): void => {
  open?.reading.abort()
  open = null
  heardEarly = []
}

/** Opens the connection before anybody listens, so that what is read after that need not be read again when it is open. */
export const openEventStream = (): void => {
  if (!open) start()
}

/** Listens to events. The connection closes with the last listener. */
export const subscribeToEvents = (listener: Listener): (() => void) => {
  if (listeners.size === 0) setTimeout(() => (heardEarly = []), firstScreenMs)
  listeners.add(listener)
  openEventStream()
  heardEarly.forEach(listener.onEvent)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) stop()
  }
}

import { calls, type PortalEvent } from '@holdfast/contract'
import { createParser } from 'eventsource-parser'
import { callPath } from '../api/call-path.ts'
import { checkAnswer } from '../api/check-answer.ts'
import { session } from '../api/client.ts'

type Listener = (event: PortalEvent) => void

const listeners = new Set<Listener>()
let open: AbortController | null = null

const firstPauseMs = 1000
const longestPauseMs = 30_000

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Reads one connection to its end. A browser's EventSource cannot send the bearer token, so fetch reads the stream. */
const readStream = async (signal: AbortSignal): Promise<void> => {
  const idToken = await session.freshIdToken()
  if (!idToken) return
  const support = session.state().support
  const bearer = `Bearer ${idToken}`
  const response = await fetch(callPath(calls.streamEvents, { client: session.activeClient() }), {
    signal,
    headers: {
      accept: 'text/event-stream',
      authorization: support ? `InternalSupport ${support.requestReference} ${bearer}` : bearer,
    },
  })
  if (!response.ok || !response.body) return
  const arrived: string[] = []
  const parser = createParser({ onEvent: ({ data }) => void arrived.push(data) })
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parser.feed(part.value)
    for (const data of arrived.splice(0)) {
      const event = (await checkAnswer(calls.streamEvents, data)) as PortalEvent
      for (const listener of listeners) listener(event)
    }
  }
}

/** Keeps a connection while anybody listens, with pauses that grow while the server is away. */
const keepReading = async (signal: AbortSignal): Promise<void> => {
  let pauseMs = firstPauseMs
  while (!signal.aborted && session.isSignedIn()) {
    const startedAt = Date.now()
    await readStream(signal).catch(() => undefined)
    pauseMs = Date.now() - startedAt > longestPauseMs ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs)
    await pause(pauseMs, signal)
  }
}

/** One connection for all listeners of the page; it closes with the last of them. */
export const subscribeToEvents = (listener: Listener): (() => void) => {
  listeners.add(listener)
  if (!open) {
    open = new AbortController()
    void keepReading(open.signal)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    open?.abort()
    open = null
  }
}

import { isServerUp } from '../api/server-up.ts'

const firstPauseMs = 2000
const longestPauseMs = 60_000

interface RetriesParts {
  isServerUp: () => Promise<boolean>
  /** Whether anybody sees the page. */
  isVisible: () => boolean
}

/** Reads again, after growing pauses, what could not be read and is shown as an error. */
export const createRetries = (parts: RetriesParts) => {
  const waiting = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let pauseMs = firstPauseMs
  let lastTriedAt = Number.NEGATIVE_INFINITY

  const retryNow = (): void => {
    if (waiting.size === 0) return
    lastTriedAt = Date.now()
    // A copy: what fails at once is added again while they are called.
    for (const retry of [...waiting]) retry()
  }

  /** The server is asked first: while it is away, the error stays as it is, and so does the focus on its button. */
  const retryIfUp = async (): Promise<void> => {
    timer = undefined
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    if (parts.isVisible() && (await parts.isServerUp())) retryNow()
    schedule()
  }

  const schedule = (): void => {
    if (timer === undefined && waiting.size > 0) timer = setTimeout(retryIfUp, pauseMs)
  }

  /** An error that comes back belongs to the same outage, so its pauses go on growing. */
  const retryLater = (retry: () => void): (() => void) => {
    if (waiting.size === 0 && Date.now() - lastTriedAt > longestPauseMs) pauseMs = firstPauseMs
    waiting.add(retry)
    schedule()
    return () => {
      waiting.delete(retry)
      if (waiting.size > 0) return
      clearTimeout(timer)
      timer = undefined
    }
  }

  return {
    /** Calls `retry` from time to time until the returned function is called. */
    retryLater,
    /** Reads everything at once: the live events have their connection back. */
    retryNow,
  }
}

export const { retryLater, retryNow } = createRetries({
  isServerUp,
  isVisible: () => document.visibilityState === 'visible',
})

import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { ProductError } from '@holdfast/contract'
import { inviteBody } from './body-invitation.ts'

/** How long a body may take to arrive. */
export interface BodyTimeout {
  /** Milliseconds within which more bytes must arrive. */
  idleMs: number
  /** Milliseconds for the whole body; absent if it may take any time while bytes keep coming. */
  wholeMs?: number
}

export interface BodyTimeouts {
  /** For callers who are not admitted: a body that trickles holds a connection. */
  unauthenticated: BodyTimeout
  /** For bodies of admitted callers that are held in memory until they are complete. */
  json: BodyTimeout
  /** For recordings: a slow handset succeeds as long as bytes keep coming. */
  uploads: BodyTimeout
  /** A caller whose body took longer than this is admitted again, because they may have been shut out meanwhile. */
  readmitAfterMs: number
}

export const defaultBodyTimeouts: BodyTimeouts = {
  unauthenticated: { idleMs: 30_000, wholeMs: 30_000 },
  json: { idleMs: 60_000, wholeMs: 600_000 },
  uploads: { idleMs: 60_000 },
  readmitAfterMs: 5_000,
}

type Watched = Pick<IncomingMessage, 'complete' | 'readableLength'> & { socket: { bytesRead: number } }

/** Watches a body arrive, and refuses one that does not arrive in time. */
export class BodyTimer {
  readonly #request: Watched
  readonly #onTimeout: (isRead: boolean) => void
  readonly #begunAt = performance.now()
  /** Rejects the read that waits for the next bytes; null while nobody reads. */
  #rejectRead: ((refusal: ProductError) => void) | null = null
  #timer: NodeJS.Timeout | undefined
  #hasTimedOut = false

  /**
   * @param onTimeout called for a late body; `isRead`: whether somebody reads it, who is told so. Nobody reads one that is dropped
   * after a refusal, or that belongs to the broker
   */
  constructor(request: Watched, onTimeout: (isRead: boolean) => void, limits: BodyTimeout) {
    this.#request = request
    this.#onTimeout = onTimeout
    this.setLimits(limits)
  }

  get hasTimedOut(): boolean {
    return this.#hasTimedOut
  }

  /** Applies other limits from now on. */
  setLimits({ idleMs, wholeMs = Number.POSITIVE_INFINITY }: BodyTimeout): void {
    clearTimeout(this.#timer)
    const { socket } = this.#request
    const before = socket.bytesRead
    const leftMs = this.#begunAt + wholeMs - performance.now()
    const check = (): void => {
      if (this.#request.complete) return
      // Unread bytes in the buffer mean that this process is slow, not the caller.
      const isFlowing = socket.bytesRead !== before || this.#request.readableLength > 0
      this.#hasTimedOut = !isFlowing || this.#begunAt + wholeMs <= performance.now()
      if (!this.#hasTimedOut) {
        this.setLimits({ idleMs, wholeMs })
        return
      }
      const isRead = this.#rejectRead !== null
      this.#rejectRead?.(new ProductError('request.timeout'))
      this.#onTimeout(isRead)
    }
    this.#timer = setTimeout(check, Math.max(0, Math.min(idleMs, leftMs)))
    this.#timer.unref()
  }

  /**
   * The bytes of a body. A reader that stops early leaves the connection open, so that a refusal can be sent on it.
   * @throws ProductError `request.timeout`; the stream's own error when it breaks off
   */
  async *bytesOf(body: Readable): AsyncGenerator<Uint8Array> {
    inviteBody(body)
    const chunks: AsyncIterator<Uint8Array> = body.iterator({ destroyOnReturn: false })
    try {
      for (;;) {
        const { done, value } = await this.#withTimeout(chunks.next())
        if (done) return
        yield value
      }
    } finally {
      this.#rejectRead = null
      if (!this.#hasTimedOut) await chunks.return?.()
    }
  }

  /** Makes a promise for each chunk: `Promise.race` with one that lives as long as the body would keep every chunk in memory. */
  #withTimeout<T>(next: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#hasTimedOut) reject(new ProductError('request.timeout'))
      this.#rejectRead = reject
      next.then(resolve, reject)
    })
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

import type { PortalEvent } from '@holdfast/contract'
import { Client } from 'pg'
import type { Logger } from 'pino'
import type { Audience } from '../../platform/database/index.ts'

interface Notification {
  client: string
  event: PortalEvent
  audience?: Audience
}

export interface EventListener {
  /** @param audience for events of single people and roles; the listener keeps them from everybody else */
  onEvent(event: PortalEvent, audience?: Audience): void
  /** Events may have been missed, or no more will come. */
  onGap(): void
}

const defaultReconnectAfterMs = 1_000

/**
 * Passes the events of transactions (`tx.notify`) to the open portals of this process. When the connection breaks, events may
 * be missed: the portals' streams end, and the portals reload what they show when they connect again.
 */
export class EventHub {
  readonly #url: string
  readonly #log: Logger
  readonly #listeners = new Map<string, Set<EventListener>>()
  readonly #reconnectAfterMs: number
  #connection: Client | null = null
  #isClosed = false

  constructor(url: string, log: Logger, { reconnectAfterMs = defaultReconnectAfterMs } = {}) {
    this.#url = url
    this.#log = log
    this.#reconnectAfterMs = reconnectAfterMs
  }

  async open(): Promise<void> {
    // TCP keep-alive, because a connection that only listens would never notice that its peer is gone.
    const connection = new Client({
      connectionString: this.#url,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
    })
    connection.on('notification', ({ payload }) => this.#dispatch(payload ?? ''))
    connection.on('error', () => undefined)
    try {
      await connection.connect()
      await connection.query('listen holdfast')
    } catch (error) {
      connection.end().catch(() => undefined)
      throw error
    }
    // Not added earlier: a failed attempt also emits 'end', and each failure would start two new attempts.
    connection.on('end', () => {
      this.interrupt()
      this.#reopenLater()
    })
    this.#connection = connection
    if (this.#isClosed) await connection.end()
  }

  /** Passes each event of one client to `listener`. The returned function unsubscribes it. */
  subscribe(client: string, listener: EventListener): () => void {
    const listeners = this.#listeners.get(client) ?? new Set()
    this.#listeners.set(client, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(client)
    }
  }

  /** Reports a gap to every listener, which then closes its stream. */
  interrupt(): void {
    for (const listeners of [...this.#listeners.values()]) for (const { onGap } of [...listeners]) onGap()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.interrupt()
    await this.#connection?.end()
  }

  #dispatch(payload: string): void {
    const { client, event, audience } = JSON.parse(payload) as Notification
    for (const listener of this.#listeners.get(client) ?? []) {
      try {
        listener.onEvent(event, audience)
      } catch (error) {
        this.#log.error({ err: error }, 'a listener of live events failed')
      }
    }
  }

  #reopenLater(): void {
    if (this.#isClosed) return
    this.#connection = null
    setTimeout(() => {
      if (this.#isClosed) return
      this.open().catch((error: unknown) => {
        this.#log.warn({ err: error }, 'live events wait for the database')
        this.#reopenLater()
      })
    }, this.#reconnectAfterMs).unref()
  }
}

import type { PortalEvent } from '@holdfast/contract'
import { Client } from 'pg'
import type { Logger } from 'pino'

interface Notification {
  client: string
  event: PortalEvent
}

type Listener = (event: PortalEvent) => void

const defaultReconnectAfterMs = 1_000

/**
 * Hands what transactions told (`tx.notify`) to the open portals of this process. A portal that misses an event while
 * the connection is down reloads what it shows when its stream opens again.
 */
export class EventHub {
  readonly #url: string
  readonly #log: Logger
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #streams = new Set<() => void>()
  readonly #reconnectAfterMs: number
  #connection: Client | null = null
  #isClosed = false

  constructor(url: string, log: Logger, { reconnectAfterMs = defaultReconnectAfterMs } = {}) {
    this.#url = url
    this.#log = log
    this.#reconnectAfterMs = reconnectAfterMs
  }

  async open(): Promise<void> {
    // Probes the peer: a connection that only listens would never notice that it is gone.
    const connection = new Client({
      connectionString: this.#url,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 5_000,
    })
    connection.on('notification', ({ payload }) => this.#hand(payload ?? ''))
    connection.on('error', () => undefined)
    try {
      await connection.connect()
      await connection.query('listen holdfast')
    } catch (error) {
      connection.end().catch(() => undefined)
      throw error
    }
    // Not earlier: an attempt that fails ends, too, and each would be followed by two.
    connection.on('end', () => this.#reopenLater())
    this.#connection = connection
    if (this.#isClosed) await connection.end()
  }

  /** Calls `listener` for each event of one client; the returned function ends it. */
  subscribe(client: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(client) ?? new Set()
    this.#listeners.set(client, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(client)
    }
  }

  /** Keeps how to end a stream to a portal; the returned function forgets it again. */
  whenStopping(end: () => void): () => void {
    this.#streams.add(end)
    return () => this.#streams.delete(end)
  }

  /** Ends every open stream: a server that stops would wait for them otherwise. */
  endStreams(): void {
    for (const end of this.#streams) end()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#connection?.end()
  }

  #hand(payload: string): void {
    const { client, event } = JSON.parse(payload) as Notification
    for (const listener of this.#listeners.get(client) ?? []) {
      try {
        listener(event)
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

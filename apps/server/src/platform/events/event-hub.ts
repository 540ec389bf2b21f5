import type { PortalEvent } from '@holdfast/contract'
import { Client } from 'pg'
import type { Logger } from 'pino'

interface Notification {
  client: string
  event: PortalEvent
}

type Listener = (event: PortalEvent) => void

const reconnectAfterMs = 1_000

/**
 * Hands what transactions told (`tx.notify`) to the open portals of this process. A portal that misses an event while
 * the connection is down reloads what it shows when its stream opens again.
 */
export class EventHub {
  readonly #url: string
  readonly #log: Logger
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #streams = new Set<() => void>()
  #connection: Client | null = null
  #isClosed = false

  constructor(url: string, log: Logger) {
    this.#url = url
    this.#log = log
  }

  async open(): Promise<void> {
    const connection = new Client({ connectionString: this.#url })
    connection.on('notification', ({ payload }) => this.#hand(payload ?? ''))
    connection.on('error', () => undefined)
    connection.on('end', () => this.#reopenLater())
    await connection.connect()
    await connection.query('listen holdfast')
    this.#connection = connection
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
    for (const listener of this.#listeners.get(client) ?? []) listener(event)
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
    }, reconnectAfterMs).unref()
  }
}

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import path from 'node:path'
import type { PortalEvent } from '@holdfast/contract'
import pg from 'pg'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../tests/setup/database.ts'
import { waitTimeoutMs } from '../../../../../tests/setup/time-limits.ts'
import { EventHub } from './event-hub.ts'

const event: PortalEvent = {
  kind: 'device',
  reference: 'R58M123',
  state: null,
  payload_type: null,
  group: 'London',
  time: '2026-01-01T00:00:00.000Z',
}

describe('the event hub', () => {
  let test: TestDatabase
  let door: Door
  let hub: EventHub

  beforeEach(async () => {
    test = await testDatabase()
    door = await Door.open(test.appUrl)
    hub = new EventHub(door.url, pino({ level: 'silent' }), { reconnectAfterMs: 10 })
    await hub.open()
  })

  afterEach(async () => {
    await hub.close()
    await door.close()
    await test.drop()
  })

  const tell = async (payload: unknown): Promise<void> => {
    const owner = new pg.Client({ connectionString: test.ownerUrl })
    await owner.connect()
    await owner.query('select pg_notify($1, $2)', ['holdfast', JSON.stringify(payload)])
    await owner.end()
  }

  it('tries one connection at a time while the database is away, and delivers each event once when it is back', async () => {
    const heard: PortalEvent[] = []
    const gaps: string[] = []
    hub.subscribe('northwind', { onEvent: (told) => heard.push(told), onGap: () => gaps.push('gap') })
    door.shut()
    await vi.waitFor(() => expect(door.turnedAway).toBeGreaterThan(12), { timeout: 10_000 })
    expect(door.maxAtOnce).toBe(1)
    expect(gaps).toEqual(['gap'])
    door.unshut()
    await vi.waitFor(() => expect(door.inside).toBe(1), { timeout: 10_000 })
    await vi.waitFor(
      async () => {
        await tell({ client: 'northwind', event })
        expect(heard.length).toBeGreaterThan(0)
      },
      { timeout: 10_000 },
    )
    // The events above may still arrive. These come after them, in order and once each.
    const later = ['first', 'second'].map((reference) => ({ ...event, reference }))
    for (const told of later) await tell({ client: 'northwind', event: told })
    await vi.waitFor(() => expect(heard.at(-1)).toEqual(later[1]), { timeout: 10_000 })
    expect(heard.filter(({ reference }) => reference !== event.reference)).toEqual(later)
    expect(door.inside).toBe(1)
  })

  it('is not disturbed by a listener that fails', async () => {
    const heard: PortalEvent[] = []
    const onGap = () => undefined
    const onEvent = () => {
      throw new Error('a listener failed')
    }
    hub.subscribe('northwind', { onEvent, onGap })
    hub.subscribe('northwind', { onEvent: (told) => heard.push(told), onGap })
    await tell({ client: 'northwind', event })
    await vi.waitFor(() => expect(heard).toEqual([event]), { timeout: waitTimeoutMs })
  })
})

/** A proxy to PostgreSQL that can be closed, as when PostgreSQL restarts. */
class Door {
  readonly url: string
  turnedAway = 0
  maxAtOnce = 0
  readonly #server: Server
  readonly #target: string
  readonly #inside = new Set<Socket>()
  #waiting = 0
  #isShut = false

  private constructor(server: Server, url: string, target: string) {
    this.#server = server
    this.url = url
    this.#target = target
    server.on('connection', (socket) => this.#enter(socket))
  }

  static async open(databaseUrl: string): Promise<Door> {
    const url = new URL(databaseUrl)
    const target = path.join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432')
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    url.searchParams.delete('host')
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    return new Door(server, url.href, target)
  }

  get inside(): number {
    return this.#inside.size
  }

  shut(): void {
    this.#isShut = true
    for (const socket of this.#inside) socket.destroy()
  }

  unshut(): void {
    this.#isShut = false
  }

  async close(): Promise<void> {
    for (const socket of this.#inside) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #enter(socket: Socket): void {
    socket.on('error', () => undefined)
    if (this.#isShut) {
      this.turnedAway++
      this.#waiting++
      this.maxAtOnce = Math.max(this.maxAtOnce, this.#waiting)
      // With a delay, so that connections at the same time are counted together.
      setTimeout(() => socket.destroy(), 5)
      socket.once('close', () => this.#waiting--)
      return
    }
    const inner = connect(this.#target)
    inner.on('error', () => socket.destroy())
    this.#inside.add(socket)
    socket.once('close', () => {
      this.#inside.delete(socket)
      inner.destroy()
    })
    inner.once('close', () => socket.destroy())
    socket.pipe(inner)
    inner.pipe(socket)
  }
}

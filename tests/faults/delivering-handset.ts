import type { PayloadRegistrationOutcome } from '@holdfast/contract'
import { type Handset, openHandset, systemClock } from '@holdfast/device-kit'
import { wav } from '../../apps/server/test/media-fixtures.ts'
import { type MemoryStorage, memoryStorage } from '../../packages/device-kit/test/memory-storage.ts'

export interface DeliveringHandsetOptions {
  origin: string
  client: string
  enrolment_secret: string
  device_reference: string
  device_user_reference: string
}

/** What the server has acknowledged of a recording. */
export interface Acknowledged {
  isRegistered: boolean
  /** Size of the sealed bytes. */
  bytes: number
  isProcessed: boolean
}

/** The usual pace, but without waiting. */
const clockWithoutWaiting = { ...systemClock(), wait: () => Promise.resolve() }

const second_parties = [{ phone_number: '+447700900456' }]

/**
 * A handset as device-kit makes it, which calls several servers: the preferred one until it no longer answers, then the
 * other. It keeps what the servers acknowledged.
 */
export class DeliveringHandset {
  readonly acknowledged = new Map<string, Acknowledged>()
  /** Size of the sealed bytes of each recording; null for a call without any. */
  readonly recorded = new Map<string, number | null>()
  /** Number of calls that succeeded. */
  answered = 0
  /** Origin of the server that is called first. */
  preferred: string | null = null
  readonly #options: DeliveringHandsetOptions
  readonly #storage: MemoryStorage = memoryStorage()
  #handset: Handset | null = null

  get device_reference(): string {
    return this.#options.device_reference
  }

  constructor(options: DeliveringHandsetOptions) {
    this.#options = options
  }

  /**
   * Records two calls small enough to be sent with their registration, one for the table and one for the object store, one of
   * one part, one of several parts, and one without bytes.
   */
  async record(): Promise<void> {
    const handset = await this.#open()
    await handset.refreshConfiguration()
    for (const seconds of [1, 2, 5, 9]) {
      const meta = { direction: 'O', second_parties, duration: seconds }
      await handset.record({ payload_type: 'Call', content: wav(seconds), meta, numbers: ['+447700900456'] })
    }
    const meta = { direction: 'O', second_parties }
    await handset.record({ payload_type: 'AbortedCall', content: null, meta, numbers: ['+447700900456'] })
    for (const [name, bytes] of this.#storage.records) {
      if (!name.startsWith('outbox/')) continue
      const { payload_reference, size } = JSON.parse(Buffer.from(bytes).toString()) as OutboxEntry
      this.recorded.set(payload_reference, size ?? null)
    }
  }

  /** @returns how many recordings are not processed yet */
  async sync(): Promise<number> {
    return (await (await this.#open()).sync()).pending
  }

  /** Restarts the app, which then knows only what its storage has. */
  restart(): void {
    this.#handset = null
  }

  async #open(): Promise<Handset> {
    const { device_reference, ...identity } = this.#options
    this.#handset ??= await openHandset({
      ...identity,
      device_info: { model: 'Pixel 9', os_version: '16', app_version: '4.2.0', serial_number: device_reference },
      phone_numbers: [],
      imeis: [],
      storage: this.#storage,
      partBytes: 100_000,
      clock: clockWithoutWaiting,
      fetch: (input, init) => this.#fetch(String(input), init ?? {}),
    })
    return this.#handset
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const { preferred } = this
    const response = await fetch(preferred ? url.replace(this.#options.origin, preferred) : url, init).catch(
      (error) => {
        this.preferred = null
        throw error
      },
    )
    if (!response.ok) return response
    this.answered += 1
    const text = await response.text()
    this.#recordAcknowledgements(url, response, text)
    return new Response(text === '' ? null : text, { status: response.status, headers: response.headers })
  }

  #recordAcknowledgements(url: string, response: Response, text: string): void {
    const [, reference] = /payloads\/(\w+)\/content$/.exec(url) ?? []
    if (reference) this.#acknowledge(reference, { bytes: Number(response.headers.get('upload-offset')) })
    if (url.endsWith('/payloads')) {
      for (const outcome of (JSON.parse(text) as { items: PayloadRegistrationOutcome[] }).items) {
        const { payload_reference } = outcome
        if (outcome.result === 'refused' || payload_reference === null) continue
        this.#acknowledge(payload_reference, { isRegistered: true, bytes: outcome.upload_offset ?? 0 })
      }
    }
    if (url.endsWith('/statuses')) {
      for (const item of (JSON.parse(text) as { items: { payload_reference: string; status: string }[] }).items) {
        if (item.status === 'processed') this.#acknowledge(item.payload_reference, { isProcessed: true })
      }
    }
  }

  #acknowledge(payload_reference: string, changes: Partial<Acknowledged>): void {
    const earlier = this.acknowledged.get(payload_reference) ?? { isRegistered: false, bytes: 0, isProcessed: false }
    this.acknowledged.set(payload_reference, { ...earlier, ...changes })
  }
}

interface OutboxEntry {
  payload_reference: string
  size?: number
}

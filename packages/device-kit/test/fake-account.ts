import { createHash } from 'node:crypto'
import {
  type CommandForDevice,
  checkPayloadRegistration,
  type DeviceLog,
  deviceCommandTransitions,
  deviceLimits,
  type GpsPosition,
  type PayloadRegistration,
  ProductError,
  serviceNames,
} from '@holdfast/contract'
import { type ClientKeyPair, generateClientKeyPair, openBytes, unwrapDek } from '@holdfast/custody'

export const device_reference = 'R58N12ABCDE'
const partBytes = 70_000
export const maxInlineBytes = 300

interface Stored {
  registration: Omit<PayloadRegistration, 'content'>
  sealed: Buffer
  status: 'pending' | 'processed' | 'failed'
  /** How often its bytes arrived completely. */
  arrivals: number
  plain?: Uint8Array
}

/** What the server stores of one handset, with the rules of the device calls: in memory, but with real cryptography. */
export class FakeAccount {
  readonly payloads = new Map<string, Stored>()
  readonly logs = new Map<string, DeviceLog>()
  readonly positions = new Map<string, GpsPosition>()
  readonly telemetry: unknown[] = []
  readonly commands: CommandForDevice[] = []
  /** The reasons that the handset gave for failed commands. */
  readonly reasons: string[] = []
  readonly #keys = new Map<string, ClientKeyPair>()
  #current: ClientKeyPair
  /** References of recordings whose first upload is damaged, as by a bad disk. */
  readonly spoilOnce = new Set<string>()

  private constructor(pair: ClientKeyPair) {
    this.#current = pair
    this.#keys.set(pair.key_id, pair)
  }

  static async open(): Promise<FakeAccount> {
    return new FakeAccount(await generateClientKeyPair())
  }

  async rotateKey(): Promise<string> {
    this.#current = await generateClientKeyPair()
    this.#keys.set(this.#current.key_id, this.#current)
    return this.#current.key_id
  }

  get currentKeyId(): string {
    return this.#current.key_id
  }

  configuration() {
    const sequences = [...this.payloads.values()].map(({ registration }) => registration.sequence)
    const { key_id, public_key } = this.#current
    return {
      ...deviceLimits,
      version: key_id.slice(0, 22),
      services: [...serviceNames],
      personal_numbers: [],
      public_key: { key_id, public_key, algorithm: 'ECDH-ES+A256KW' },
      gps_interval_ms: 60_000,
      next_sequence: Math.max(-1, ...sequences) + 1,
      server_time: '2026-03-01T00:00:00.000Z',
      upload_limits: {
        max_payload_bytes: 1e9,
        max_part_bytes: partBytes,
        part_bytes: partBytes,
        max_inline_bytes: maxInlineBytes,
        max_batch_items: 4,
      },
    }
  }

  register({ content, ...registration }: PayloadRegistration) {
    const { payload_reference } = registration
    const refused = (code: string) => ({ payload_reference, result: 'refused', code })
    if (checkPayloadRegistration({ ...registration }).length > 0) return refused('request.invalid')
    const known = this.payloads.get(payload_reference)
    if (known && JSON.stringify(known.registration) !== JSON.stringify(registration)) return refused('payload.conflict')
    if (!known && this.#hasSequence(registration.sequence)) return refused('payload.sequence_conflict')
    if (registration.key_id && !this.#keys.has(registration.key_id)) return refused('payload.unknown_key')
    const status = registration.payload_state === 'NotRecorded' ? ('processed' as const) : ('pending' as const)
    const stored = known ?? { registration, sealed: Buffer.alloc(0), status, arrivals: 0 }
    this.payloads.set(payload_reference, stored)
    if (content !== undefined && takesBytes(stored)) {
      stored.sealed = Buffer.from(content, 'base64')
      arrive(stored)
      return { payload_reference, result: 'uploaded', upload_offset: stored.sealed.length }
    }
    return { payload_reference, result: known ? 'known' : 'registered', upload_offset: stored.sealed.length }
  }

  offset(payload_reference: string): number {
    return this.#find(payload_reference).sealed.length
  }

  append(payload_reference: string, offset: number, part: Buffer, digest: string): number {
    const stored = this.#find(payload_reference)
    if (!takesBytes(stored)) throw new ProductError('payload.not_uploadable', { state: stored.status })
    if (part.length > partBytes) throw new ProductError('request.too_large', { limit_bytes: partBytes })
    if (offset !== stored.sealed.length) throw new ProductError('upload.wrong_offset', { offset: stored.sealed.length })
    if (digest !== `sha-256=:${createHash('sha256').update(part).digest('base64')}:`) {
      throw new ProductError('upload.digest_mismatch')
    }
    stored.sealed = Buffer.concat([stored.sealed, part])
    if (stored.sealed.length === stored.registration.size) arrive(stored)
    return stored.sealed.length
  }

  /** Does the worker's part: opens what has arrived, and marks a damaged recording as failed. */
  async process(payload_reference: string): Promise<string> {
    const stored = this.payloads.get(payload_reference)
    if (!stored) return 'not_found'
    const { registration } = stored
    if (stored.status === 'pending' && stored.sealed.length === registration.size) {
      if (this.spoilOnce.delete(payload_reference)) {
        stored.status = 'failed'
        stored.sealed = Buffer.alloc(0)
      } else {
        stored.plain = await this.#open(stored)
        stored.status = 'processed'
      }
    }
    return stored.status
  }

  addLogs(logs: DeviceLog[]): number {
    for (const log of logs) this.logs.set(log.log_id, log)
    return logs.length
  }

  addPositions(positions: GpsPosition[]): number {
    for (const position of positions) this.positions.set(position.gps_reference, position)
    return positions.length
  }

  report(command_reference: string, state: CommandForDevice['state'], message?: string): CommandForDevice {
    const command = this.commands.find((candidate) => candidate.command_reference === command_reference)
    if (!command) throw new ProductError('request.not_found')
    if (command.state !== state) deviceCommandTransitions.assert(command.state, state)
    command.state = state
    if (message !== undefined) this.reasons.push(message)
    return command
  }

  async #open({ registration, sealed }: Stored): Promise<Uint8Array> {
    const { payload_reference, payload_type, key_id = '', encrypted_dek = '', iv = '' } = registration
    const dek = await unwrapDek(encrypted_dek, this.#keys.get(key_id)?.private_key ?? '')
    return openBytes(sealed, dek, { payload_reference, payload_type, device_reference, iv })
  }

  #find(payload_reference: string): Stored {
    const stored = this.payloads.get(payload_reference)
    if (!stored) throw new ProductError('payload.not_found')
    return stored
  }

  #hasSequence(sequence: number): boolean {
    return [...this.payloads.values()].some(({ registration }) => registration.sequence === sequence)
  }
}

const takesBytes = (stored: Stored): boolean =>
  stored.status === 'failed' || (stored.status === 'pending' && stored.sealed.length < (stored.registration.size ?? 0))

const arrive = (stored: Stored): void => {
  const { checksum } = stored.registration
  if (createHash('sha256').update(stored.sealed).digest('hex') !== checksum) {
    stored.sealed = Buffer.alloc(0)
    throw new ProductError('payload.checksum_mismatch')
  }
  stored.status = 'pending'
  stored.arrivals += 1
}

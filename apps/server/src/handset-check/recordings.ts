import { hash } from 'node:crypto'
import {
  checkPayloadRegistration,
  type ErrorCode,
  type PayloadRegistration,
  type PayloadRegistrationOutcome,
  ProductError,
} from '@holdfast/contract'
import { sealProblems } from '@holdfast/custody'
import type { AccountKeys } from './account-keys.ts'
import type { Findings } from './findings.ts'
import { openRecording } from './open-recording.ts'
import type { StoredRecording } from './stored-recording.ts'

/** A registration may be this much ahead of the server's clock. */
const clockToleranceMs = 5 * 60_000

/** What the handset registered and uploaded, with the rules of `POST /payloads` and of uploads. */
export class Recordings {
  readonly stored = new Map<string, StoredRecording>()
  readonly #findings: Findings
  readonly #keys: AccountKeys
  #isKeyJudged = false
  /** The reference that took each sequence number. */
  readonly #sequences = new Map<number, string>()
  /** Numbers of items that were refused: they are not missing. */
  readonly #refusedSequences = new Set<number>()
  readonly #dataKeys = new Map<string, string>()
  /** The seals that were replaced, with the reference of their recording. */
  readonly #formerSeals = new Set<string>()
  /** The serial number of the handset. */
  device_reference = ''
  /** How far the handset's clock may be ahead because it set it by a time that it was told, in milliseconds. */
  clockAheadMs = 0

  constructor(findings: Findings, keys: AccountKeys) {
    this.#findings = findings
    this.#keys = keys
  }

  /** Whether a recording came that began after the handset was told of another key. */
  get isKeyJudged(): boolean {
    return this.#isKeyJudged
  }

  get nextSequence(): number {
    return Math.max(-1, ...this.#sequences.keys()) + 1
  }

  /** An item that breaks a rule of its fields. */
  refuse(item: unknown, message: string): PayloadRegistrationOutcome {
    const { payload_reference = null, sequence } = Object(item) as { payload_reference?: unknown; sequence?: unknown }
    if (typeof sequence === 'number') this.#refusedSequences.add(sequence)
    const reference = typeof payload_reference === 'string' ? payload_reference : null
    return { payload_reference: reference, result: 'refused', code: 'request.invalid', message }
  }

  async register(item: PayloadRegistration, at: number): Promise<PayloadRegistrationOutcome> {
    const { content, ...registration } = item
    const { payload_reference } = registration
    const problem = this.#problemOf(item)
    if (problem) return this.refuse(item, problem)
    const known = this.stored.get(payload_reference)
    const refusal = known ? this.#differsFrom(known, registration) : this.#takesNumber(registration)
    if (refusal) return { payload_reference, result: 'refused', code: refusal }
    const isNew = known === undefined || this.#isSealedAgain(known, registration)
    if (known && isNew) this.#replaceSeal(known, registration)
    const stored = known ?? this.#add(registration, at)
    if (content !== undefined && takesBytes(stored)) {
      stored.sealed = Buffer.from(content, 'base64')
      const mismatch = this.#mismatch(stored)
      if (mismatch) {
        stored.sealed = Buffer.alloc(0)
        return { payload_reference, result: 'refused', code: mismatch }
      }
      await this.#arrive(stored)
      return { payload_reference, result: 'uploaded', upload_offset: stored.sealed.length }
    }
    return { payload_reference, result: isNew ? 'registered' : 'known', upload_offset: stored.sealed.length }
  }

  find(payload_reference: string): StoredRecording {
    const stored = this.stored.get(payload_reference)
    if (!stored) throw new ProductError('payload.not_found')
    return stored
  }

  /** Takes a part whose digest agrees. @returns where the upload continues */
  async append(payload_reference: string, offset: number, part: Buffer): Promise<number> {
    const stored = this.find(payload_reference)
    const size = stored.registration.size ?? 0
    const isRepeated = stored.sealed.subarray(offset, offset + part.length).equals(part)
    if (isRepeated && offset + part.length <= stored.sealed.length) return stored.sealed.length
    if (!takesBytes(stored)) throw new ProductError('payload.not_uploadable', { state: stored.status })
    if (offset !== stored.sealed.length) throw new ProductError('upload.wrong_offset', { offset: stored.sealed.length })
    if (offset + part.length > size) {
      this.#findings.fail('sealing.checksum', `${size} bytes, as registered`, `${offset + part.length} bytes were sent`)
      throw new ProductError('payload.size_mismatch')
    }
    stored.sealed = Buffer.concat([stored.sealed, part])
    if (stored.sealed.length < size) return stored.sealed.length
    const mismatch = this.#mismatch(stored)
    if (mismatch) {
      stored.sealed = Buffer.alloc(0)
      throw new ProductError(mismatch)
    }
    await this.#arrive(stored)
    return size
  }

  /** The gaps below the highest number that was registered before a time. */
  missingSequences(before: number): number[] {
    const taken = new Set([...this.#sequences.keys(), ...this.#refusedSequences])
    const registered = [...this.stored.values()].filter(({ registeredAt }) => registeredAt < before)
    const highest = Math.max(-1, ...registered.map(({ registration }) => registration.sequence))
    return Array.from({ length: highest + 1 }, (_, number) => number).filter((number) => !taken.has(number))
  }

  #problemOf(item: PayloadRegistration): string | undefined {
    const [problem] = checkPayloadRegistration(item, () => true)
    const [unsealed] = sealProblems(item)
    const found = problem ?? (unsealed && { path: `/${unsealed.field}`, message: unsealed.message })
    if (found)
      this.#findings.fail('requests.fields', `${found.path} ${found.message}`, `item ${item.payload_reference}`)
    return found && `${found.path} ${found.message}`
  }

  #differsFrom(known: StoredRecording, registration: StoredRecording['registration']): ErrorCode | undefined {
    const isSame = canonical(known.registration) === canonical(registration) || this.#isSealedAgain(known, registration)
    const { payload_reference } = registration
    this.#findings.judge(
      'payloads.reference',
      isSame,
      'a new reference for each recording, and the same fields whenever it is registered, or a new seal before its bytes were taken',
      () => `${payload_reference} was registered with other fields: ${differences(known.registration, registration)}`,
    )
    if (!isSame) return 'payload.conflict'
    return this.#unknownKey(registration)
  }

  /** Whether a recording whose bytes did not arrive, or did not open, has a new seal, and nothing else has changed. */
  #isSealedAgain(known: StoredRecording, registration: StoredRecording['registration']): boolean {
    const seal = sealOf(registration)
    return (
      takesBytes(known) &&
      registration.key_id !== undefined &&
      seal !== sealOf(known.registration) &&
      !this.#formerSeals.has(seal) &&
      canonical(withoutSeal(known.registration)) === canonical(withoutSeal(registration))
    )
  }

  #replaceSeal(known: StoredRecording, registration: StoredRecording['registration']): void {
    this.#formerSeals.add(sealOf(known.registration))
    known.registration = registration
    known.sealed = Buffer.alloc(0)
  }

  #takesNumber({ sequence, payload_reference, key_id }: StoredRecording['registration']): ErrorCode | undefined {
    const holder = this.#sequences.get(sequence)
    this.#findings.judge(
      'sequence.once',
      holder === undefined,
      'the next number for each recording',
      () => `${sequence} is the number of both ${holder} and ${payload_reference}`,
    )
    if (holder !== undefined) return 'payload.sequence_conflict'
    return this.#unknownKey({ key_id })
  }

  #unknownKey({ key_id }: Pick<StoredRecording['registration'], 'key_id'>): ErrorCode | undefined {
    return key_id !== undefined && !this.#keys.find(key_id) ? 'payload.unknown_key' : undefined
  }

  #add(registration: StoredRecording['registration'], at: number): StoredRecording {
    const { payload_reference, sequence, payload_state, payload_time, key_id } = registration
    this.#sequences.set(sequence, payload_reference)
    const isWithout = payload_state === 'NotRecorded'
    const time = this.#trueTime(payload_time, at)
    this.#findings.judge(
      'requests.times',
      time <= at + clockToleranceMs,
      `payload_time in UTC, at most ${new Date(at).toISOString()}`,
      () => `${payload_time}: local time?`,
    )
    const { toldAt, current, isReplaced } = this.#keys
    // A recording may begin before the handset learns of the key; what begins later is sealed to it.
    if (isReplaced && key_id !== undefined && toldAt !== undefined && time > toldAt + 1000) {
      this.#isKeyJudged = true
      this.#findings.judge(
        'sealing.current-key',
        key_id === current.key_id,
        `key_id ${current.key_id}, which the configuration has`,
        () => `a recording of ${payload_time} is sealed to ${key_id}`,
      )
    }
    const stored: StoredRecording = {
      registration,
      registeredAt: at,
      sealed: Buffer.alloc(0),
      status: isWithout ? 'processed' : 'pending',
      reason: undefined,
      askedAt: undefined,
      wasDisowned: false,
    }
    this.stored.set(payload_reference, stored)
    return stored
  }

  /** In milliseconds since 1970. A time in the future is one of the clock that the handset set by what it was told. */
  #trueTime(payload_time: string, at: number): number {
    const time = Date.parse(/Z$/.test(payload_time) ? payload_time : `${payload_time.replace(' ', 'T')}Z`)
    return time > at + clockToleranceMs ? time - this.clockAheadMs : time
  }

  #mismatch({
    registration,
    sealed,
  }: StoredRecording): 'payload.size_mismatch' | 'payload.checksum_mismatch' | undefined {
    const { size, checksum, payload_reference } = registration
    const isSize = sealed.length === size
    const isChecksum = hash('sha256', sealed) === checksum
    this.#findings.judge(
      'sealing.checksum',
      isSize && isChecksum,
      `size ${sealed.length} and checksum ${hash('sha256', sealed)}`,
      () => `${payload_reference} was registered with size ${size} and checksum ${checksum}`,
    )
    if (!isSize) return 'payload.size_mismatch'
    return isChecksum ? undefined : 'payload.checksum_mismatch'
  }

  async #arrive(stored: StoredRecording): Promise<void> {
    stored.status = 'pending'
    const { device_reference } = this
    const sealing = { device_reference, keys: this.#keys, dataKeys: this.#dataKeys }
    stored.reason = await openRecording(stored, sealing, this.#findings)
  }
}

/** Whether bytes are missing, or have to be sent again. */
const takesBytes = ({ status, registration, sealed }: StoredRecording): boolean =>
  status !== 'processed' && sealed.length < (registration.size ?? 0)

const sealOf = ({
  payload_reference,
  key_id,
  encrypted_dek,
  iv,
  checksum,
  size,
}: StoredRecording['registration']): string =>
  JSON.stringify([payload_reference, key_id, encrypted_dek, iv, checksum, size])

const withoutSeal = (registration: StoredRecording['registration']): object => ({
  ...registration,
  key_id: null,
  encrypted_dek: null,
  iv: null,
  checksum: null,
  size: null,
})

const canonical = (value: object): string =>
  JSON.stringify(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))

const differences = (known: object, other: object): string => {
  const [before, after] = [new Map(Object.entries(known)), new Map(Object.entries(other))]
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].filter((name) => JSON.stringify(before.get(name)) !== JSON.stringify(after.get(name))).join(', ')
}

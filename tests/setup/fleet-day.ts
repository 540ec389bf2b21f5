/**
 * A day of many handsets: each records at random times of a day, delivers by the device calls alone, and obeys its commands. What
 * they did is kept, to be compared with what the server says.
 */
import { lowBatteryPercent, type PayloadType, type TelemetryProblem } from '@holdfast/contract'
import { type Handset, type HandsetIdentity, openHandset, type Recording } from '@holdfast/device-kit'
import { memoryStorage } from '../../packages/device-kit/test/memory-storage.ts'
import { mapConcurrently } from './map-concurrently.ts'

/** A person of the fleet with their handset. */
export interface FleetMember {
  device_user_reference: string
  device_reference: string
  group: string
  app_version: string
}

/** One recording that a handset made. */
export interface TalliedRecording extends FleetMember {
  payload_reference: string
  payload_type: PayloadType
  payload_state: 'Processed' | 'NotRecorded' | 'Quarantined'
  payload_time: Date
  is_late: boolean
}

/** The latest report of one handset. */
export interface TalliedTelemetry extends FleetMember {
  reported_at: string
  battery_level_percent: number
  payloads_pending: number
  problems: TelemetryProblem[]
}

export interface FleetHandset extends FleetMember {
  handset: Handset
  /** Whether it leaves out two numbers, as one that has lost recordings. */
  hasGap: boolean
}

/** The numbers that such a handset leaves out. */
export const leftOut = { first_missing: 3, last_missing: 4 } as const
const linesOfHandset = 3
const positionsOfHandset = 4
/** How many times a handset reports about itself. */
export const reportsOfHandset = 3

/** A network on which the numbers of recordings after the gap are larger. */
const withGap: typeof fetch = (url, init) => {
  const { body } = init ?? {}
  if (typeof body !== 'string' || !String(url).endsWith('/payloads')) return fetch(url, init)
  const shifted = body.replaceAll(/"sequence":(\d+)/g, (_, number) => {
    const sequence = Number(number)
    return `"sequence":${sequence < leftOut.first_missing ? sequence : sequence + 2}`
  })
  return fetch(url, { ...init, body: shifted })
}

const dayMs = 24 * 60 * 60 * 1000
const handsetsAtOnce = 20

const textOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const other = '+447700900123'
const parties = { second_parties: [{ phone_number: other }] }

interface Kind {
  /** How many of 100 recordings are of this kind. */
  share: number
  payload_type: PayloadType
  payload_state: TalliedRecording['payload_state']
  content: () => Uint8Array | null
  meta: Record<string, unknown>
}

/** Mostly messages, whose processing is cheap: the day of a thousand handsets is to pass in minutes. */
const kinds: readonly Kind[] = [
  { share: 40, payload_type: 'SMS', payload_state: 'Processed', content: () => textOf({ text: 'Fine' }), meta: {} },
  { share: 15, payload_type: 'RCS', payload_state: 'Processed', content: () => textOf({ text: 'Oi' }), meta: {} },
  { share: 10, payload_type: 'MMS', payload_state: 'Processed', content: () => textOf({ subject: 'Hi' }), meta: {} },
  { share: 15, payload_type: 'AbortedCall', payload_state: 'NotRecorded', content: () => null, meta: parties },
  { share: 10, payload_type: 'BlockedCall', payload_state: 'NotRecorded', content: () => null, meta: parties },
  { share: 4, payload_type: 'SMS', payload_state: 'Quarantined', content: () => textOf('no message'), meta: {} },
  { share: 6, payload_type: 'Call', payload_state: 'Quarantined', content: () => textOf('no sound'), meta: parties },
]
const drawn = kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind))

export class FleetDay {
  readonly handsets: FleetHandset[]
  readonly recordings: TalliedRecording[] = []
  readonly lines: FleetMember[] = []
  readonly positions: FleetMember[] = []
  readonly telemetry: TalliedTelemetry[] = []
  readonly #random: () => number
  readonly #now: number

  private constructor(handsets: FleetHandset[], random: () => number) {
    this.handsets = handsets
    this.#random = random
    this.#now = Date.now()
  }

  /** Opens a handset for each member of the fleet. */
  static async open(
    members: readonly FleetMember[],
    { origin, client, enrolment_secret }: Pick<HandsetIdentity, 'origin' | 'client' | 'enrolment_secret'>,
    random: () => number,
  ): Promise<FleetDay> {
    const handsets = await mapConcurrently([...members.entries()], handsetsAtOnce, async ([number, member]) => ({
      ...member,
      hasGap: number % 7 === 2,
      handset: await openHandset({
        origin,
        client,
        enrolment_secret,
        device_user_reference: member.device_user_reference,
        device_info: {
          model: 'Galaxy S24',
          os_version: '15',
          app_version: member.app_version,
          serial_number: member.device_reference,
        },
        phone_numbers: [],
        imeis: [],
        storage: memoryStorage(),
        timezone: 'Europe/London',
        fetch: number % 7 === 2 ? withGap : fetch,
      }),
    }))
    return new FleetDay([...handsets.values()], random)
  }

  /** Every handset records and delivers; ends when all is processed. */
  async pass(recordingsOfHandset: number): Promise<void> {
    await mapConcurrently(this.handsets, handsetsAtOnce, async (member) => {
      await member.handset.refreshConfiguration()
      for (let count = 0; count < recordingsOfHandset; count++) await this.#record(member)
      await this.#report(member)
      await this.#deliver(member.handset)
    })
  }

  /** Every handset fetches and executes its commands. Returns how many commands were executed. */
  async obey(): Promise<number> {
    const done = await mapConcurrently(this.handsets, handsetsAtOnce, ({ handset }) =>
      handset.runCommands({ sync_data: async () => void (await handset.refreshConfiguration()) }),
    )
    return [...done.values()].flat().length
  }

  async #report({ handset, ...member }: FleetHandset): Promise<void> {
    for (let count = 0; count < linesOfHandset; count++) {
      await handset.log([{ log_class: 'Recorder', log_level: 'INFO', log_message: `line ${count}` }])
      this.lines.push(member)
    }
    for (let count = 0; count < positionsOfHandset; count++) {
      const timestamp = new Date(this.#now - count * 60_000).toISOString()
      await handset.addPositions([
        { latitude: 51.5, longitude: count / 100, accuracy: 12, altitude: null, provider: 'gps', timestamp },
      ])
      this.positions.push(member)
    }
    await this.#reportState(handset, member)
  }

  /** Each report counts until the next. The battery runs down; of some handsets until it is low, and some have hardly any storage left. */
  async #reportState(handset: Handset, member: FleetMember): Promise<void> {
    const level = Math.floor(this.#random() * 60)
    const isFull = this.#random() < 0.1
    for (let before = reportsOfHandset - 1; before >= 0; before--) {
      const state = {
        reported_at: new Date(this.#now - before * 60_000).toISOString(),
        battery_level_percent: level + before,
        payloads_pending: before,
      }
      const storage = { storage_total: 128e9, storage_free: isFull ? 1e9 : 64e9 }
      await handset.addTelemetry({ ...state, ...storage, battery_charging: false, app_version: member.app_version })
      if (before > 0) continue
      const isLow = level < lowBatteryPercent
      const problems = [...(isFull ? (['storage_full'] as const) : []), ...(isLow ? (['battery_low'] as const) : [])]
      this.telemetry.push({ ...member, ...state, problems })
    }
  }

  async #record({ handset, hasGap: _, ...member }: FleetHandset): Promise<void> {
    const kind = drawn[Math.floor(this.#random() * drawn.length)]
    if (!kind) throw new Error('no kind of recording')
    // One of fifty was made long before, on a handset without a network.
    const is_late = this.#random() < 0.02
    const agoMs = (is_late ? 9 * dayMs : 0) + Math.floor(this.#random() * (dayMs - 60_000))
    const payload_time = new Date(this.#now - agoMs)
    const { payload_type, payload_state, content, meta } = kind
    const recording: Recording = {
      payload_type,
      content: content(),
      meta,
      numbers: [other],
      payload_time: payload_time.toISOString(),
    }
    const { payload_reference } = await handset.record(recording)
    this.recordings.push({ ...member, payload_reference, payload_type, payload_state, payload_time, is_late })
  }

  async #deliver(handset: Handset): Promise<void> {
    for (;;) {
      const { pending, held } = await handset.sync()
      if (held.length > 0) throw new Error(`${handset.device_reference}: ${JSON.stringify(held)}`)
      if (pending === 0) return
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

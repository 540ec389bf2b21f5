import {
  type Clock,
  type Handset,
  type HandsetOptions,
  type HandsetStorage,
  openHandset,
  type Recording,
} from '../src/index.ts'
import { device_reference } from './fake-account.ts'
import { enrolment_secret, type FakeHoldfast } from './fake-holdfast.ts'

/** A clock that advances only when somebody waits. */
export interface TestClock extends Clock {
  time: number
  readonly waits: number[]
}

export const testClock = (random: () => number = () => 0.5): TestClock => {
  const clock: TestClock = {
    time: Date.parse('2026-03-01T00:00:00Z'),
    waits: [],
    now: () => clock.time,
    random,
    wait: async (ms) => {
      clock.waits.push(ms)
      clock.time += ms
    },
  }
  return clock
}

export const openTestHandset = (
  fake: FakeHoldfast,
  storage: HandsetStorage,
  clock: Clock,
  options: Partial<HandsetOptions> = {},
): Promise<Handset> =>
  openHandset({
    origin: fake.origin,
    client: 'northwind',
    enrolment_secret,
    device_info: { model: 'SM-G998B', os_version: '15', app_version: '4.2.0', serial_number: device_reference },
    phone_numbers: [{ phone_number: '+447700900123', slot_index: 0 }],
    imeis: ['356938035643809'],
    storage,
    clock,
    timezone: 'Europe/London',
    ...options,
  })

/** Content in which no two places are equal, in chunks as a microphone would deliver them. */
export const soundOf = (bytes: number, seed = 1): Uint8Array =>
  Uint8Array.from({ length: bytes }, (_, at) => (at * 31 + (at >> 8) * seed + seed) & 0xff)

export const photo = (content: Uint8Array): Recording => ({ payload_type: 'Photo', content, meta: {}, numbers: [] })

export const abortedCall: Recording = {
  payload_type: 'AbortedCall',
  content: null,
  meta: { direction: 'O', second_parties: [{ phone_number: '+447700900456' }] },
  numbers: ['+447700900456'],
}

import { seededRandom } from './seeded-random.ts'
import type { RecordingKind } from './simulated-recording.ts'

/** Something that a simulated person does and the handset records. */
export interface ScheduledEvent {
  /** Milliseconds after the previous event. */
  afterMs: number
  kind: RecordingKind
  /** Makes the recordings of this event differ from others of its kind. */
  seed: string
}

/** Events of each kind, in percent: mostly calls and messages. */
const shares = {
  Call: 40,
  SMS: 16,
  Photo: 10,
  RCS: 8,
  MMS: 6,
  AbortedCall: 6,
  Video: 5,
  BlockedCall: 4,
  Interview: 3,
  AR: 2,
} as const satisfies Record<RecordingKind, number>

const kinds = Object.entries(shares).flatMap(([kind, share]) => Array<RecordingKind>(share).fill(kind as RecordingKind))

const firstWithinMs = 3000
const shortestPauseMs = 20_000
const longestPauseMs = 60_000

/** An endless schedule: a call within three seconds, then an event every 20 to 60 seconds. */
export function* scheduleOf(seed: string): Generator<ScheduledEvent, never> {
  const random = seededRandom(seed)
  for (let number = 0; ; number++) {
    const isFirst = number === 0
    yield {
      afterMs: isFirst ? random.between(0, firstWithinMs - 500) : random.between(shortestPauseMs, longestPauseMs),
      kind: isFirst ? 'Call' : (kinds[random.between(0, kinds.length - 1)] ?? 'Call'),
      seed: `${seed} ${number}`,
    }
  }
}

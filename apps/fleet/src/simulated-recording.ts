import type { City } from './cities.ts'
import type { MediaFolder } from './media-folder.ts'
import type { SeededRandom } from './seeded-random.ts'

export const recordingKinds = [
  'Call',
  'SMS',
  'Photo',
  'MMS',
  'RCS',
  'Video',
  'Interview',
  'AR',
  'AbortedCall',
  'BlockedCall',
] as const
/** The payload types that people record. Diagnostics are recorded only on a device command. */
export type RecordingKind = (typeof recordingKinds)[number]

/** A recording as the device kit accepts it. */
export interface SimulatedRecording {
  payload_type: RecordingKind
  /** null for aborted and blocked calls. */
  content: Uint8Array | null
  meta: Record<string, unknown>
  /** Phone numbers of the second parties. */
  numbers: string[]
  /** When it was recorded: the start of a call, the moment of a photograph. */
  payload_time: string
}

/** The handset, the place and the time of a recording. */
export interface Circumstances {
  city: City
  phone_number: string
  imeis: readonly string[]
  /** The end of the recording. */
  until: Date
}

/** The inputs from which a recording is made. */
export interface RecordingInputs extends Circumstances {
  media: MediaFolder
  random: SeededRandom
}

import type { City } from './cities.ts'
import type { MediaFolder } from './media-folder.ts'
import type { Chance } from './seeded-random.ts'

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
/** The payload types that people make; Diagnostics is made on command. */
export type RecordingKind = (typeof recordingKinds)[number]

/** A recording as device-kit takes it. */
export interface SimulatedRecording {
  payload_type: RecordingKind
  /** null for aborted and blocked calls. */
  content: Uint8Array | null
  meta: Record<string, unknown>
  /** Phone numbers of the second parties. */
  numbers: string[]
  /** When it was recorded: the beginning of a call, the moment of a photograph. */
  payload_time: string
}

/** On which handset, and when. */
export interface Circumstances {
  city: City
  phone_number: string
  imeis: readonly string[]
  /** The recording has just ended. */
  until: Date
}

/** What a recording is made from. */
export interface Making extends Circumstances {
  media: MediaFolder
  chance: Chance
}

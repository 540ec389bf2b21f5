/** What is unusual about a recording. It is evidence all the same: stored unchanged, and marked so that people see it. */
import { Type } from 'typebox'
import { unusualThresholds } from './limits.ts'
import type { PayloadMeta } from './payload-metadata.ts'
import type { PayloadRegistration } from './payload-registration.ts'

export const unusualMarks = [
  'many_locations',
  'many_imeis',
  'many_parties',
  'long_duration',
  'long_text',
  'large_metadata',
  'position_off_globe',
  'no_direction',
  'no_length',
  'no_thread',
  'no_parties',
  'hidden_characters',
  'odd_reference',
  'attachment_label',
  'many_channels',
  'damaged_content',
  'undecoded_track',
] as const
export const UnusualMark = Type.Enum(unusualMarks)
export type UnusualMark = (typeof unusualMarks)[number]

type Registered = Pick<PayloadRegistration, 'payload_reference' | 'payload_type' | 'numbers' | 'meta'>

/** The marks of a recording as its handset registers it. Those of its content are found later (`withContentMarks`). */
export const unusualOf = (item: Registered): UnusualMark[] => {
  const meta = item.meta as PayloadMeta
  const isMessage = item.payload_type === 'SMS' || item.payload_type === 'MMS' || item.payload_type === 'RCS'
  const locations = meta.locations ?? []
  const size = new TextEncoder().encode(JSON.stringify([item.numbers, meta])).length
  const marks: Partial<Record<UnusualMark, boolean>> = {
    many_locations: locations.length > unusualThresholds.maxLocations,
    many_imeis: (meta.imeis?.length ?? 0) > unusualThresholds.maxImeis,
    many_parties: Math.max(item.numbers.length, meta.message_parties?.length ?? 0) > unusualThresholds.maxParties,
    long_duration: isLong(meta),
    long_text: hasLongText(meta),
    large_metadata: size > unusualThresholds.maxMetadataBytes,
    position_off_globe: !locations.every(isOnGlobe),
    no_direction: isMessage && meta.direction === undefined,
    no_length: isMessage && meta.length === undefined,
    no_thread: isMessage && meta.thread_id === undefined,
    no_parties: isMessage && (meta.message_parties?.length ?? 0) === 0,
    hidden_characters: numbersOf(item.numbers, meta).some((number) => hidden.test(number)),
    odd_reference: !plainReference.test(item.payload_reference),
  }
  return unusualMarks.filter((mark) => marks[mark])
}

/** What opening or decoding a recording shows. What is missing was not looked at. */
export interface OpenedContent {
  /** Seconds that it plays. */
  duration_s?: number
  /** Channels of its sound. */
  channels?: number
  /** Whether each attached file is what its sender called it. */
  attachments?: readonly { isAsLabelled: boolean }[]
  /** Whether something of it does not follow its format. */
  isDamaged?: boolean
  /** How many of its tracks can't be decoded. */
  undecodedTracks?: number
}

/** The marks of a recording, with those that its content shows. A stated duration may be the handset's. */
export const withContentMarks = (
  marks: readonly UnusualMark[],
  { duration_s = 0, channels, attachments, isDamaged, undecodedTracks }: OpenedContent,
): UnusualMark[] => {
  const found: Partial<Record<UnusualMark, boolean | undefined>> = {
    long_duration: marks.includes('long_duration') || duration_s > maxSeconds,
    attachment_label: attachments && !attachments.every(({ isAsLabelled }) => isAsLabelled),
    many_channels: channels === undefined ? undefined : channels > unusualThresholds.maxChannels,
    damaged_content: isDamaged,
    undecoded_track: undecodedTracks === undefined ? undefined : undecodedTracks > 0,
  }
  return unusualMarks.filter((mark) => found[mark] ?? marks.includes(mark))
}

/** Control characters and bidirectional control characters: the text that people see is not the text that is stored. */
const hidden = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const plainReference = /^[A-Za-z0-9-]*$/
const maxSeconds = unusualThresholds.maxRecordingDays * 24 * 60 * 60

const isLong = ({ duration = 0, full_duration = 0 }: PayloadMeta): boolean =>
  duration > maxSeconds || full_duration > maxSeconds * 1000

/** Handsets report any numbers. */
export const isOnGlobe = ({ latitude, longitude }: { latitude: number; longitude: number }): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180

const partiesOf = ({ second_parties, message_parties }: PayloadMeta) => [
  ...(second_parties ?? []),
  ...(message_parties ?? []),
]

const numbersOf = (numbers: readonly (string | null)[], meta: PayloadMeta): string[] => [
  ...numbers.filter((number) => number !== null),
  ...partiesOf(meta).flatMap(({ phone_number }) => phone_number ?? []),
]

const hasLongText = ({ notes = '', ...meta }: PayloadMeta): boolean =>
  notes.length > unusualThresholds.maxNotesCharacters ||
  [...Object.values(meta), ...Object.values(meta.carrier ?? {}), ...partiesOf(meta).map(({ name }) => name)].some(
    (value) => typeof value === 'string' && value.length > unusualThresholds.maxTextCharacters,
  )

/**
 * What a payload's metadata holds, per payload type (product section 3, rules-and-calls sections 4, 5 and 9).
 * Call `duration` and interview `duration` are seconds; `full_duration` is milliseconds; `size` is bytes.
 */
import { type Static, type TObject, Type } from 'typebox'
import { Imei, MessageId, NullablePhoneNumber, SmsLength, text } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import type { PayloadType } from './payload-types.ts'
import { Timestamp } from './times.ts'

export const voiceSources = ['MIC', 'BT', 'HEADSET'] as const
export const VoiceSource = Type.Enum(voiceSources)

/** I inbound, O outbound, CC an inbound MMS or RCS copied to further second parties. */
export const directions = ['I', 'O', 'CC'] as const
export const Direction = Type.Enum(directions)
export type Direction = Static<typeof Direction>
/** Of what has no further parties to be copied to. */
const OneWay = Type.Enum(['I', 'O'])

export const PayloadLocation = Type.Object(
  {
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
    accuracy: Type.Optional(Type.Number({ minimum: 0 })),
    timestamp: Type.Optional(Timestamp),
  },
  closed,
)

export const CarrierMetadata = Type.Object(
  {
    carrier_name: Type.Optional(text(255)),
    carrier_code: Type.Optional(text(32)),
    country_code: Type.Optional(text(8)),
    is_roaming: Type.Optional(Type.Boolean()),
  },
  closed,
)

export const SecondParty = Type.Object(
  {
    phone_number: NullablePhoneNumber,
    name: Type.Optional(text(255)),
    joined_at: Type.Optional(Timestamp),
    left_at: Type.Optional(Timestamp),
  },
  closed,
)

export const PauseTime = Type.Object({ start: Timestamp, end: nullable(Timestamp) }, closed)

export const MessageParty = Type.Object(
  {
    phone_number: NullablePhoneNumber,
    name: Type.Optional(text(255)),
    role: Type.Optional(Type.Enum(['from', 'to', 'cc', 'bcc'])),
  },
  closed,
)

/** Every payload type has these. */
const common = {
  timezone: Type.Optional(text(64, 1)),
  local_time: Type.Optional(text(40, 1)),
  locations: Type.Optional(Type.Array(PayloadLocation, { maxItems: 1000 })),
  carrier: Type.Optional(CarrierMetadata),
  imeis: Type.Optional(Type.Array(Imei, { maxItems: 4 })),
  content_type: Type.Optional(text(127, 3)),
}

const Duration = Type.Number({ minimum: 0 })
const longestSeconds = limits.maxRecordingDays * 24 * 60 * 60
const Seconds = Type.Number({ minimum: 0, maximum: longestSeconds })
const Milliseconds = Type.Number({ minimum: 0, maximum: longestSeconds * 1000 })
const Size = Type.Integer({ minimum: 0 })

const call = {
  direction: Type.Optional(OneWay),
  end_time: Type.Optional(Timestamp),
  duration: Type.Optional(Seconds),
  full_duration: Type.Optional(Milliseconds),
  voice_source: Type.Optional(VoiceSource),
  signal_strength: Type.Optional(Type.Number()),
  size: Type.Optional(Size),
  is_intermittent: Type.Optional(Type.Boolean()),
}

const blockedCall = { reason_for_blocking: Type.Optional(text(255)) }

const interview = {
  duration: Type.Optional(Seconds),
  notes: Type.Optional(text(10_000)),
  pause_times: Type.Optional(Type.Array(PauseTime, { maxItems: limits.maxPauseTimes })),
  size: Type.Optional(Size),
}

const message = {
  message_id: Type.Optional(MessageId),
  message_parties: Type.Array(MessageParty, { minItems: 1, maxItems: limits.maxSecondParties }),
  direction: Direction,
  length: SmsLength,
  thread_id: text(255, 1),
  imsi: Type.Optional(nullable(text(20, 1))),
}

const visual = { duration: Type.Optional(Seconds), size: Type.Optional(Size) }

const secondParties = Type.Array(SecondParty, { minItems: 1, maxItems: limits.maxSecondParties })
const secondPartiesOfBlockedCall = Type.Array(SecondParty, { maxItems: limits.maxSecondParties })

export const CallMeta = Type.Object({ ...common, ...call, second_parties: secondParties }, closed)
export const BlockedCallMeta = Type.Object(
  { ...common, ...call, ...blockedCall, second_parties: secondPartiesOfBlockedCall },
  closed,
)
export const InterviewMeta = Type.Object({ ...common, ...interview }, closed)
export const MessageMeta = Type.Object({ ...common, ...message }, closed)
export const SmsMeta = Type.Object({ ...common, ...message, direction: OneWay }, closed)
export const VisualMeta = Type.Object({ ...common, ...visual }, closed)
export const DiagnosticsMeta = Type.Object({ ...common, size: Type.Optional(Size) }, closed)

/** The metadata that a device registers, by payload type. */
export const payloadMetaSchemas = {
  AbortedCall: CallMeta,
  BlockedCall: BlockedCallMeta,
  Call: CallMeta,
  Diagnostics: DiagnosticsMeta,
  Interview: InterviewMeta,
  Photo: VisualMeta,
  MMS: MessageMeta,
  RCS: MessageMeta,
  AR: VisualMeta,
  SMS: SmsMeta,
  Video: VisualMeta,
} as const satisfies Record<PayloadType, TObject>

/** What is already registered is read, however long it says that it is. */
const durationsAsKept = { duration: Type.Optional(Duration), full_duration: Type.Optional(Duration) }

/** Metadata as a portal reads it: `iv` and `payload_time` beside whatever the type has. */
export const PayloadMeta = Type.Object(
  {
    iv: Type.Optional(nullable(Type.String())),
    payload_time: Type.Optional(Timestamp),
    ...common,
    ...Type.Partial(Type.Object({ ...call, ...blockedCall, ...interview, ...message, ...visual })).properties,
    ...durationsAsKept,
    second_parties: Type.Optional(secondPartiesOfBlockedCall),
  },
  { title: 'PayloadMeta', description: 'Metadata of a payload; which fields there are depends on payload_type.' },
)
export type PayloadMeta = Static<typeof PayloadMeta>

/**
 * The metadata of a payload, per payload type (product.md section 3, rules-and-calls sections 4, 5 and 9).
 * Call `duration` and interview `duration` are seconds; `full_duration` is milliseconds; `size` is bytes.
 * Only the rules of the specification are enforced: unusual metadata is stored and marked (unusual.ts), never refused.
 */
import { type Static, type TObject, Type } from 'typebox'
import {
  Finite,
  FinitePositive,
  Imei,
  MessageId,
  NullablePhoneNumber,
  reportedText,
  SmsLength,
  WholeNumber,
} from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import type { PayloadType } from './payload-types.ts'
import { Timestamp } from './times.ts'

export const voiceSources = ['MIC', 'BT', 'HEADSET'] as const
export const VoiceSource = Type.Enum(voiceSources)

/** Who is heard on a channel of a call. */
export const channelParties = ['device_user', 'other_party'] as const
export const ChannelParty = Type.Enum(channelParties)
export type ChannelParty = Static<typeof ChannelParty>

/** I: inbound; O: outbound; CC: an inbound MMS or RCS that was copied to further second parties. */
export const directions = ['I', 'O', 'CC'] as const
export const Direction = Type.Enum(directions)
export type Direction = Static<typeof Direction>
/** For payload types that can't be copied to further parties. */
const OneWay = Type.Enum(['I', 'O'])

export const PayloadLocation = Type.Object(
  {
    latitude: Finite,
    longitude: Finite,
    accuracy: Type.Optional(FinitePositive),
    timestamp: Type.Optional(Timestamp),
  },
  closed,
)

export const CarrierMetadata = Type.Object(
  {
    carrier_name: Type.Optional(reportedText()),
    carrier_code: Type.Optional(reportedText()),
    country_code: Type.Optional(reportedText()),
    is_roaming: Type.Optional(Type.Boolean()),
  },
  closed,
)

export const SecondParty = Type.Object(
  {
    phone_number: NullablePhoneNumber,
    name: Type.Optional(reportedText()),
    joined_at: Type.Optional(Timestamp),
    left_at: Type.Optional(Timestamp),
  },
  closed,
)

export const PauseTime = Type.Object({ start: Timestamp, end: nullable(Timestamp) }, closed)

export const MessageParty = Type.Object(
  {
    phone_number: NullablePhoneNumber,
    name: Type.Optional(reportedText()),
    role: Type.Optional(Type.Enum(['from', 'to', 'cc', 'bcc'])),
  },
  closed,
)

/** Fields of every payload type. */
const common = {
  timezone: Type.Optional(reportedText()),
  local_time: Type.Optional(reportedText()),
  locations: Type.Optional(Type.Array(PayloadLocation)),
  carrier: Type.Optional(CarrierMetadata),
  imeis: Type.Optional(Type.Array(Imei)),
  content_type: Type.Optional(reportedText()),
}

const call = {
  direction: Type.Optional(OneWay),
  end_time: Type.Optional(Timestamp),
  duration: Type.Optional(FinitePositive),
  full_duration: Type.Optional(FinitePositive),
  voice_source: Type.Optional(VoiceSource),
  channel_parties: Type.Optional(
    Type.Array(ChannelParty, { description: 'Who is heard on each channel of the recording, in order' }),
  ),
  signal_strength: Type.Optional(Finite),
  size: Type.Optional(WholeNumber),
  is_intermittent: Type.Optional(Type.Boolean()),
}

const blockedCall = { reason_for_blocking: Type.Optional(reportedText()) }

const interview = {
  duration: Type.Optional(FinitePositive),
  notes: Type.Optional(reportedText()),
  pause_times: Type.Optional(Type.Array(PauseTime, { maxItems: limits.maxPauseTimes })),
  size: Type.Optional(WholeNumber),
}

const message = {
  message_id: Type.Optional(MessageId),
  message_parties: Type.Optional(Type.Array(MessageParty)),
  direction: Type.Optional(Direction),
  length: Type.Optional(SmsLength),
  thread_id: Type.Optional(reportedText()),
  imsi: Type.Optional(nullable(reportedText())),
}

const visual = { duration: Type.Optional(FinitePositive), size: Type.Optional(WholeNumber) }

const secondParties = Type.Array(SecondParty, { minItems: 1, maxItems: limits.maxSecondParties })
const secondPartiesOfBlockedCall = Type.Array(SecondParty, { maxItems: limits.maxSecondParties })

export const CallMeta = Type.Object({ ...common, ...call, second_parties: secondParties }, closed)
export const BlockedCallMeta = Type.Object(
  { ...common, ...call, ...blockedCall, second_parties: secondPartiesOfBlockedCall },
  closed,
)
export const InterviewMeta = Type.Object({ ...common, ...interview }, closed)
export const MessageMeta = Type.Object({ ...common, ...message }, closed)
export const SmsMeta = Type.Object({ ...common, ...message, direction: Type.Optional(OneWay) }, closed)
export const VisualMeta = Type.Object({ ...common, ...visual }, closed)
export const DiagnosticsMeta = Type.Object({ ...common, size: Type.Optional(WholeNumber) }, closed)

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

/** Metadata as the portal reads it: `iv` and `payload_time` in addition to the fields of the type. */
export const PayloadMeta = Type.Object(
  {
    iv: Type.Optional(nullable(Type.String())),
    payload_time: Type.Optional(Timestamp),
    ...common,
    ...Type.Partial(Type.Object({ ...call, ...blockedCall, ...interview, ...message, ...visual })).properties,
    second_parties: Type.Optional(secondPartiesOfBlockedCall),
  },
  { title: 'PayloadMeta', description: 'Metadata of a payload; which fields there are depends on payload_type.' },
)
export type PayloadMeta = Static<typeof PayloadMeta>

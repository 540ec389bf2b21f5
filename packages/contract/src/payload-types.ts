import { type Static, Type } from 'typebox'

/** Payload types (rules-and-calls section 9). */
export const payloadTypes = [
  'AbortedCall',
  'BlockedCall',
  'Call',
  'Diagnostics',
  'Interview',
  'Photo',
  'MMS',
  'RCS',
  'AR',
  'SMS',
  'Video',
] as const

export const PayloadType = Type.Enum(payloadTypes)
export type PayloadType = Static<typeof PayloadType>

/** Types whose recordings are messages, which belong to conversations. */
export const messageTypes = ['SMS', 'MMS', 'RCS'] as const satisfies readonly PayloadType[]

/** Types that can be transferred: all but AbortedCall, BlockedCall and Diagnostics (rules-and-calls section 9). */
export const transferablePayloadTypes = payloadTypes.filter(
  (type) => type !== 'AbortedCall' && type !== 'BlockedCall' && type !== 'Diagnostics',
)

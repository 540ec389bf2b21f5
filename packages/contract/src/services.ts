import { type Static, Type } from 'typebox'
import type { PayloadType } from './payload-types.ts'

/** The services of a device, each with its own licence limit (rules-and-calls section 9). */
export const serviceNames = ['calls', 'interviews', 'gps', 'mms', 'photos', 'rcs', 'ar', 'sms', 'videos'] as const

export const ServiceName = Type.Enum(serviceNames)
export type ServiceName = Static<typeof ServiceName>

/** At least one service (rules-and-calls section 5), each once. */
export const DeviceServices = Type.Array(ServiceName, { minItems: 1, uniqueItems: true })

/** The service that a device needs to record a type; Diagnostics needs none. */
export const serviceOfPayloadType = {
  AbortedCall: 'calls',
  BlockedCall: 'calls',
  Call: 'calls',
  Diagnostics: null,
  Interview: 'interviews',
  Photo: 'photos',
  MMS: 'mms',
  RCS: 'rcs',
  AR: 'ar',
  SMS: 'sms',
  Video: 'videos',
} as const satisfies Record<PayloadType, ServiceName | null>

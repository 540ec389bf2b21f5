import { type Static, Type } from 'typebox'
import { accountFields } from './entity-fields.ts'
import { DeviceReference } from './fields.ts'
import { PayloadType } from './payload-types.ts'
import { Timestamp } from './times.ts'

export const devicePayloadsMetricScopes = ['Daily', 'Weekly', 'Monthly', 'Yearly', 'Summary'] as const
export const DevicePayloadsMetricScope = Type.Enum(devicePayloadsMetricScopes, { default: 'Summary' })
export type DevicePayloadsMetricScope = Static<typeof DevicePayloadsMetricScope>

export const DevicePayloadMetric = Type.Object(
  {
    ...accountFields,
    device_reference: DeviceReference,
    payload_type: PayloadType,
    first_occurrence: Timestamp,
    last_occurrence: Timestamp,
    count: Type.Integer({ minimum: 0 }),
    updated_at: Timestamp,
  },
  { title: 'DevicePayloadMetric', description: 'How much of one payload type a device recorded in a period.' },
)
export type DevicePayloadMetric = Static<typeof DevicePayloadMetric>

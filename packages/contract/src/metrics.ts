import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { accountFields } from './entity-fields.ts'
import { DeviceReference, DeviceUserReference, GroupReference } from './fields.ts'
import { closed } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { PayloadType } from './payload-types.ts'
import { anyOf } from './reference-lists.ts'
import { DateOnly, DateParameter, Timestamp } from './times.ts'

export const devicePayloadsMetricScopes = ['Daily', 'Weekly', 'Monthly', 'Yearly', 'Summary'] as const
export const DevicePayloadsMetricScope = Type.Enum(devicePayloadsMetricScopes, { default: 'Summary' })
export type DevicePayloadsMetricScope = Static<typeof DevicePayloadsMetricScope>

const period = Type.Union([DateOnly, Type.Null()], {
  description:
    'The first day of the period; weeks are ISO weeks, which begin on Monday. null in Summary, where all days are one period.',
})
const count = Type.Integer({
  minimum: 0,
  description: 'Recordings that were registered, also those that were deleted since',
})

export const DevicePayloadMetric = Type.Object(
  {
    ...accountFields,
    device_reference: DeviceReference,
    payload_type: PayloadType,
    period,
    device_user_references: Type.Array(DeviceUserReference, { description: 'Whose recordings these are' }),
    first_occurrence: Timestamp,
    last_occurrence: Timestamp,
    count,
    updated_at: Timestamp,
  },
  { title: 'DevicePayloadMetric', description: 'How much of one payload type a device recorded in a period.' },
)
export type DevicePayloadMetric = Static<typeof DevicePayloadMetric>

/** How many periods `getPeriodMetrics` returns at most, back from the last day. */
export const maxMetricPeriods = 400

export const PeriodMetrics = Type.Object(
  {
    ...accountFields,
    scope: DevicePayloadsMetricScope,
    counted_from: Type.Union([DateOnly, Type.Null()], {
      description: 'The first counted day; null if all days up to the last one were counted',
    }),
    items: Type.Array(Type.Object({ period, payload_type: PayloadType, count })),
  },
  { title: 'PeriodMetrics', description: 'How much of each payload type was recorded in each period, earliest first.' },
)
export type PeriodMetrics = Static<typeof PeriodMetrics>

const metricFilter = {
  date_from: Type.Optional({
    ...DateParameter,
    description: 'Days are those of UTC: each day that the time is in counts whole',
  }),
  date_to: Type.Optional(DateParameter),
  groups: anyOf(GroupReference),
  device_references: anyOf(DeviceReference),
  device_user_references: anyOf(DeviceUserReference),
  payload_types: anyOf(PayloadType),
}

const ofScope = {
  catalogue: 'admin-client',
  method: 'GET',
  action: 'telemetry:read',
  params: Type.Object({ scope: DevicePayloadsMetricScope }, closed),
} as const

export const listMetrics = call({
  ...ofScope,
  path: '/metrics/{scope}',
  summary: 'Counts the recordings of each device by type and period, in the groups that the recordings are in.',
  query: listQuery(metricFilter),
  response: listOf(DevicePayloadMetric),
  errors: ['list.bad_last_key'],
})

export const getPeriodMetrics = call({
  ...ofScope,
  path: '/metrics/{scope}/periods',
  summary: `Counts recordings by type and period, of all devices together: up to ${maxMetricPeriods} periods, the latest ones.`,
  query: Type.Object({ filter: Type.Optional(Type.Object(metricFilter, closed)) }, closed),
  response: PeriodMetrics,
  beyondSpecification: true,
})

export const metricCalls = { listMetrics, getPeriodMetrics }

import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Finite, FinitePositive, GpsReference, reportedText } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { receivedItems } from './received-items.ts'
import { Timestamp } from './times.ts'

/** A position. Accuracy and altitude are in metres, latitude and longitude in degrees (WGS 84). */
export const GpsPosition = Type.Object(
  {
    gps_reference: GpsReference,
    accuracy: nullable(FinitePositive),
    altitude: nullable(Finite),
    latitude: Finite,
    longitude: Finite,
    timestamp: Timestamp,
    timezone: reportedText(),
    provider: nullable(reportedText()),
  },
  {
    ...closed,
    title: 'GPS',
    description: 'A position: accuracy and altitude in metres, latitude and longitude in degrees.',
  },
)
export type GpsPosition = Static<typeof GpsPosition>

export const receivePositions = call({
  catalogue: 'device',
  method: 'POST',
  path: '/positions',
  summary: 'Takes 1 to 100 positions; those with a known gps_reference are left as they are.',
  action: 'device',
  body: Type.Object(
    { positions: Type.Array(GpsPosition, { minItems: 1, maxItems: limits.maxReferencesInBatch }) },
    closed,
  ),
  maxBodyBytes: limits.maxLargeBodyBytes,
  itemByItem: 'positions',
  response: receivedItems('Positions'),
  audit: 'gps.received',
  errors: ['device.deactivated', 'device.blocked'],
  beyondSpecification: true,
})

export const gpsCalls = { receivePositions }

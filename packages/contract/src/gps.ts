import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { text } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { receivedItems } from './received-items.ts'
import { Timestamp } from './times.ts'

/** A position. Accuracy and altitude are metres, latitude and longitude degrees (WGS 84). */
export const GpsPosition = Type.Object(
  {
    gps_reference: Type.String({ rule: 'GpsReference', minLength: 26, maxLength: 128, pattern: '^[A-Za-z0-9_.:-]*$' }),
    accuracy: nullable(Type.Number({ minimum: 0 })),
    altitude: nullable(Type.Number()),
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
    timestamp: Timestamp,
    timezone: text(64, 1),
    provider: nullable(text(64, 1)),
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
  itemByItem: 'positions',
  response: receivedItems('Positions'),
  audit: 'gps.received',
  errors: ['device.deactivated'],
  beyondSpecification: true,
})

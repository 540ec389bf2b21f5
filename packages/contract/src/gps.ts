import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { DeviceParams } from './devices.ts'
import { Finite, FinitePositive, GpsReference, reportedText, text } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, sortedListQuery } from './pages.ts'
import { receivedItems } from './received-items.ts'
import { anyOf } from './reference-lists.ts'
import {
  deviceFilter,
  groupFilter,
  HolderParams,
  holderFilter,
  maxListedReportCharacters,
  periodFilter,
  reportFields,
} from './report-lists.ts'
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

export const ListedPosition = Type.Object(
  { ...GpsPosition.properties, timezone: nullable(GpsPosition.properties.timezone), ...reportFields },
  {
    title: 'ListedGPS',
    description:
      'A position in a list, as the device reported it, even if it is not on the globe. The texts of time zone and provider are cut after 255 characters.',
  },
)
export type ListedPosition = Static<typeof ListedPosition>

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
  errors: ['device.service_off', 'device.deactivated', 'device.blocked'],
  beyondSpecification: true,
})

const positionFilter = {
  ...groupFilter,
  ...periodFilter,
  providers: anyOf(text(maxListedReportCharacters, 1)),
}

const ofPositions = {
  catalogue: 'client',
  method: 'GET',
  action: 'gps:read',
  response: listOf(ListedPosition),
  errors: ['list.bad_last_key'],
} as const

export const listPositions = call({
  ...ofPositions,
  path: '/gps',
  summary: 'Lists positions of the groups that the caller may see, by the time at which they were measured.',
  query: sortedListQuery({ ...positionFilter, ...deviceFilter, ...holderFilter }),
})

export const listDevicePositions = call({
  ...ofPositions,
  path: '/devices/{device_reference}/gps',
  summary: 'Lists the positions of one device, whoever held it, by time.',
  params: DeviceParams,
  query: sortedListQuery({ ...positionFilter, ...holderFilter }),
})

export const listDeviceUserPositions = call({
  ...ofPositions,
  path: '/users/{device_user_reference}/gps',
  summary: 'Lists the positions of devices while one person held them, by time.',
  params: HolderParams,
  query: sortedListQuery({ ...positionFilter, ...deviceFilter }),
})

export const gpsCalls = { receivePositions, listPositions, listDevicePositions, listDeviceUserPositions }

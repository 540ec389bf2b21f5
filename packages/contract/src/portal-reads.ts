import { Type } from 'typebox'

/**
 * Calls that only the portal makes, by itself, such as for live updates and progress. Its list of the trail hides them unless they
 * were refused.
 */
export const portalReads = [
  'GET /account/metadata',
  'GET /activities/hours',
  'GET /device_activities/hours',
  'GET /devices/{device_reference}/telemetry/series',
  'GET /events',
  'GET /metrics/{scope}/periods',
  'GET /overview',
  'GET /payload_days',
  'GET /payloads/{payload_reference}/verification',
  'GET /people_names',
  'GET /profile',
  'GET /statistics/overview',
  'GET /views',
  'GET /word_index',
] as const

/** In small letters, as Node has the names of headers. */
export const portalReadHeader = 'holdfast-portal-read'

/**
 * The headers of calls that the portal makes by itself on some screens, and because somebody asked on others. No other call can be
 * hidden with the header, least of all one that gives content.
 */
export const portalReadHeaders = {
  [portalReadHeader]: {
    description: 'Present: the portal reads this by itself, so that its list of the trail hides it',
    schema: Type.String({ maxLength: 1 }),
  },
} as const

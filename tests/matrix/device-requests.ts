import { deskFixture, unknownReference } from './fixture-data.ts'
import { empty, errorAnswer, ok, type RequestDefinitions } from './request-definition.ts'

const now = new Date().toISOString()
const unsealed = {
  payload_reference: unknownReference,
  sequence: 1,
  payload_type: 'Call',
  payload_time: now,
  payload_state: 'Recorded',
  numbers: [],
  meta: {},
}

/** The calls of handsets. Items that are not sealed, or belong to another device, are refused one by one. */
export const deviceRequests = {
  registerPayloads: [{ body: { items: [unsealed] }, open: ok }],
  getUploadOffset: [{ params: { payload_reference: unknownReference }, open: [404] }],
  uploadContent: [{ params: { payload_reference: unknownReference }, open: errorAnswer('request.malformed') }],
  readPayloadStatuses: [{ body: { payload_references: [deskFixture.payload_reference] }, open: ok }],
  receiveDeviceLogs: [
    {
      body: {
        logs: [
          {
            log_id: `${unknownReference}-${unknownReference}`,
            log_class: 'matrix',
            log_level: 'INFO',
            log_datetime: now,
            local_timezone: 'Europe/London',
            payload_reference: null,
            log_message: 'test',
          },
        ],
      },
      open: ok,
    },
  ],
  receivePositions: [
    {
      body: {
        positions: [
          {
            gps_reference: unknownReference,
            accuracy: null,
            altitude: null,
            latitude: 0,
            longitude: 0,
            timestamp: now,
            timezone: 'Europe/London',
            provider: null,
          },
        ],
      },
      open: ok,
    },
  ],
  receiveTelemetry: [{ body: { reported_at: now }, open: empty }],
  fetchCommands: [{ open: ok }],
  reportCommandState: [
    {
      params: { command_reference: unknownReference },
      body: { state: 'Completed' },
      open: errorAnswer('request.not_found'),
    },
  ],
  getDeviceConfiguration: [{ open: ok }],
} as const satisfies RequestDefinitions

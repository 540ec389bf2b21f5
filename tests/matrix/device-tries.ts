import { answers, empty, ok, type Requests } from './answers.ts'
import { nothing, ofDesk } from './standing-things.ts'

const now = new Date().toISOString()
const unsealed = {
  payload_reference: nothing,
  sequence: 1,
  payload_type: 'Call',
  payload_time: now,
  payload_state: 'Recorded',
  numbers: [],
  meta: {},
}

/** The calls of handsets. Items that are not sealed, or belong to another device, are refused one by one. */
export const deviceTries = {
  registerPayloads: [{ body: { items: [unsealed] }, open: ok }],
  getUploadOffset: [{ params: { payload_reference: nothing }, open: [404] }],
  uploadContent: [{ params: { payload_reference: nothing }, open: answers('request.malformed') }],
  readPayloadStatuses: [{ body: { payload_references: [ofDesk.payload_reference] }, open: ok }],
  receiveDeviceLogs: [
    {
      body: {
        logs: [
          {
            log_id: `${nothing}-${nothing}`,
            log_class: 'matrix',
            log_level: 'INFO',
            log_datetime: now,
            local_timezone: 'Europe/London',
            payload_reference: null,
            log_message: 'tried',
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
            gps_reference: nothing,
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
    { params: { command_reference: nothing }, body: { state: 'Completed' }, open: answers('request.not_found') },
  ],
  getDeviceConfiguration: [{ open: ok }],
} as const satisfies Requests

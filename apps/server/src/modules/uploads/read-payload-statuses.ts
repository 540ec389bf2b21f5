import {
  type CallInput,
  type calls,
  type DeviceFailureReason,
  deviceFailureReasons,
  type PayloadState,
  type PayloadStateDevice,
} from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { statesOfDevicePayloads } from '../payloads/index.ts'

/**
 * The status that handsets get for each state. `processed`: the bytes are stored and were opened, or there never were any, or
 * they have been disposed of; the handset deletes its copy. `failed`: the handset has to upload the bytes (again).
 */
const deviceStatuses = {
  Recorded: 'pending',
  Uploaded: 'pending',
  Scanning: 'pending',
  Failed: 'failed',
  NotRecoverable: 'failed',
  NotRecorded: 'processed',
  Processed: 'processed',
  Transferred: 'processed',
  Quarantined: 'processed',
  Deleted: 'processed',
  Destroyed: 'processed',
} as const satisfies Record<PayloadState, PayloadStateDevice>

/** `POST /payloads/statuses`: a payload of another device is reported as not found. */
export const readPayloadStatuses = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.readPayloadStatuses>,
) => {
  const rows = await ctx.read((tx) => statesOfDevicePayloads(tx, ctx.device.device_reference, body.payload_references))
  const known = new Map(rows.map((row) => [row.payload_reference, row]))
  return { items: body.payload_references.map((reference) => statusOf(reference, known.get(reference))) }
}

interface StatusRow {
  payload_state: string
  failure: string | null
}

const statusOf = (payload_reference: string, row: StatusRow | undefined) => {
  if (!row) return { payload_reference, status: 'not_found' as const }
  const status: PayloadStateDevice = deviceStatuses[row.payload_state as PayloadState]
  const reason = status === 'failed' ? reasonOf(row) : undefined
  return { payload_reference, status, ...(reason ? { reason } : {}) }
}

const reasonOf = ({ payload_state, failure }: StatusRow): DeviceFailureReason | undefined =>
  payload_state === 'NotRecoverable' ? 'device_reset' : deviceFailureReasons.find((reason) => reason === failure)

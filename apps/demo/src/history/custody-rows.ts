import type { AuditEvent } from '@holdfast/contract'
import type { CustodyEventRow, NewPayloadRow } from '@holdfast/server'
import type { PlannedPayload } from './planned-payload.ts'
import { addressOf, type Playback, playbackEvent } from './playbacks.ts'
import { SeededRandom } from './seeded-random.ts'

interface Step {
  at: number
  event: AuditEvent
  details?: Record<string, unknown>
  actor: Pick<CustodyEventRow, 'actor_kind' | 'actor' | 'address'>
}

const system = { actor_kind: 'system', actor: 'system', address: null } as const
const scanStartMs = 120

/** Chain of custody of a payload: all events that lead to its state, in chronological order. */
export const custodyRows = (
  payload: PlannedPayload,
  row: NewPayloadRow,
  playbacks: readonly Playback[],
  officer: Step['actor'],
): CustodyEventRow[] => {
  const { payload_reference } = payload
  const random = new SeededRandom(`custody of ${payload_reference}`)
  const steps = [
    ...stepsToArrival(payload, row),
    ...stepsOfProcessing(payload, row),
    ...playbacks.flatMap(stepsOfPlayback),
    ...lastStep(payload, officer),
  ].sort((a, b) => a.at - b.at)
  return rowsOf(row.client, payload_reference, steps, random)
}

/** Events of a playback that the plan of the recording does not have. */
export const custodyOfPlayback = (client: string, playback: Playback): CustodyEventRow[] => {
  const { payload_reference } = playback.payload
  const random = new SeededRandom(`custody of ${payload_reference} ${playback.at}`)
  return rowsOf(client, payload_reference, stepsOfPlayback(playback), random)
}

const rowsOf = (
  client: string,
  payload_reference: string,
  steps: readonly Step[],
  random: SeededRandom,
): CustodyEventRow[] =>
  steps.map(({ at, event, details = {}, actor }) => ({
    client,
    event_id: random.id(at),
    payload_reference,
    event,
    occurred_at: new Date(at),
    ...actor,
    request_id: random.id(at),
    details: JSON.stringify(details),
  }))

const stepsToArrival = (payload: PlannedPayload, row: NewPayloadRow): Step[] => {
  const { type, sequence, state, handset, registered_at, uploaded_at } = payload
  const { key_id, checksum, size } = row
  const actor = { actor_kind: 'device', actor: handset.device_reference, address: handset.address } as const
  const to = state === 'NotRecorded' ? state : 'Recorded'
  const registered = { to, payload_type: type, sequence, key_id, checksum, size }
  const steps: Step[] = [{ at: registered_at, event: 'payload.registered', details: registered, actor }]
  if (uploaded_at !== null) {
    const details = { from: 'Recorded', to: 'Uploaded', checksum, size }
    steps.push({ at: uploaded_at, event: 'payload.uploaded', details, actor })
  }
  return steps
}

const stepsOfProcessing = ({ state, uploaded_at, processed_at }: PlannedPayload, row: NewPayloadRow): Step[] => {
  if (uploaded_at === null) return []
  const { failure } = row
  const scanned_at = uploaded_at + scanStartMs
  if (state === 'Failed') {
    return [
      { at: scanned_at, event: 'payload.failed', details: { from: 'Uploaded', to: 'Failed', failure }, actor: system },
    ]
  }
  const scanning = {
    at: scanned_at,
    event: 'payload.scanning',
    details: { from: 'Uploaded', to: 'Scanning' },
    actor: system,
  } as const
  if (state === 'Quarantined') {
    const details = { from: 'Scanning', to: 'Quarantined', failure }
    return [scanning, { at: scanned_at + scanStartMs, event: 'payload.quarantined', details, actor: system }]
  }
  if (processed_at === null) return [scanning]
  const processed = { from: 'Scanning', to: 'Processed' }
  return [scanning, { at: processed_at, event: 'payload.processed', details: processed, actor: system }]
}

const stepsOfPlayback = ({ payload, reviewer, at, confirmed_at }: Playback): Step[] => {
  const actor = { actor_kind: 'portal_user', actor: reviewer.user_reference, address: addressOf(reviewer) } as const
  const { payload_reference } = payload
  const details = { payload_reference, data_action: 'play', status: 'Ok' }
  return [
    { at, event: 'payload.data_requested', details, actor },
    { at: at + scanStartMs, event: playbackEvent(payload), actor },
    ...(confirmed_at === null ? [] : [{ at: confirmed_at, event: 'payload.receipt_confirmed', actor } as const]),
  ]
}

const lastStep = ({ state, formerState, settled_at }: PlannedPayload, officer: Step['actor']): Step[] => {
  if (settled_at === null) return []
  if (state === 'NotRecoverable') {
    const details = { from: 'Recorded', to: state, reason: 'factory_reset' }
    return [{ at: settled_at, event: 'payload.not_recoverable', details, actor: system }]
  }
  if (state === 'Deleted') {
    return [{ at: settled_at, event: 'payload.deleted', details: { from: formerState, to: state }, actor: officer }]
  }
  if (state === 'Destroyed') {
    return [{ at: settled_at, event: 'payload.destroyed', details: { from: 'Processed', to: state }, actor: system }]
  }
  return [{ at: settled_at, event: 'payload.transferred', details: { from: 'Processed', to: state }, actor: system }]
}

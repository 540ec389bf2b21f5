import { withContentMarks } from '@holdfast/contract'
import type { PayloadRow } from '../../platform/database/index.ts'
import type { JointChange } from '../payloads/index.ts'
import type { Inspection } from './inspect-recording.ts'
import { toPayloadMedia } from './payload-media.ts'

type Inspected = Pick<PayloadRow, 'payload_state' | 'unusual'>

/** Who changes payloads in processing. */
export const worker = { kind: 'system', reference: 'worker' } as const

export const isDue = ({ payload_state }: Pick<PayloadRow, 'payload_state'>): boolean =>
  payload_state === 'Uploaded' || payload_state === 'Scanning'

/** The state changes that follow from the inspection, in order. */
export const changesAfter = (payload: Inspected, inspection: Inspection, scanner: string): JointChange[] => {
  if (!inspection.isOpened) return [doesNotOpen(payload, inspection.failure)]
  const { size, verdict, facts } = inspection
  const opened: JointChange[] =
    payload.payload_state === 'Uploaded' ? [{ to: 'Scanning', event: 'payload.scanning', details: { scanner } }] : []
  if (verdict.status === 'rejected') return opened
  if (!verdict.value.clean) return [...opened, quarantine(verdict.value.finding, { scanner })]
  if (!facts.matches) return [...opened, quarantine(facts.problem ?? 'It is not what it claims', {})]
  const media = toPayloadMedia(size, facts)
  const details = { scanner, content_type: media.content_type, size }
  return [
    ...opened,
    {
      to: 'Processed',
      event: 'payload.processed',
      details,
      set: {
        media,
        failure: null,
        processed_at: new Date().toISOString(),
        unusual: withContentMarks(payload.unusual, facts),
      },
    },
  ]
}

/** A payload that was opened before and now cannot be was changed in the store. It is quarantined for investigation. */
const doesNotOpen = ({ payload_state }: Inspected, failure: string): JointChange =>
  payload_state === 'Uploaded'
    ? { to: 'Failed', event: 'payload.failed', details: { failure }, set: { failure } }
    : quarantine(failure, {})

/**
 * The cause of the crashes is unknown. The sealed bytes are kept for investigation, and the handset sends the
 * recording again.
 */
export const givenUp = (payload: Inspected): JointChange => {
  const change = doesNotOpen(payload, 'ended_workers')
  return { ...change, set: { ...change.set, lost_passes: 0 } }
}

/** The sealed bytes stay where they are. That is harmless, because only a rescan opens a quarantined payload. */
const quarantine = (failure: string, details: Record<string, unknown>): JointChange => ({
  to: 'Quarantined',
  event: 'payload.quarantined',
  details: { failure, ...details },
  set: { failure },
})

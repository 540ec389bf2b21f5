import type { PayloadState, UnusualMark } from '@holdfast/contract'
import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import type { PayloadRow, TenantTransaction } from '../../platform/database/index.ts'
import type { AttachmentFacts } from '../../platform/media-probe/index.ts'
import { deriveMediaJob } from '../derived-media/index.ts'
import {
  type Change,
  type Damage,
  findPayload,
  lockPayload,
  logDamage,
  markDamaged,
  transition,
} from '../payloads/index.ts'
import { type Inspection, inspectRecording } from './inspect-recording.ts'
import { hasTooManyLostPasses, runPass } from './lost-passes.ts'
import { toPayloadMedia } from './payload-media.ts'
import { type PayloadJob, processPayloadJob } from './process-payload-job.ts'

const worker = { kind: 'system', reference: 'worker' } as const

/**
 * Opens, scans and probes a payload that has arrived completely (docs/decisions/0001, 'Payload states'). Does nothing
 * if the payload was processed meanwhile. Without a verdict of the scanner, the payload stays in Scanning and the job
 * is tried again. A payload whose processing crashed three workers is given up.
 */
export const processPayload: Job<PayloadJob> = {
  definition: processPayloadJob,
  async handle({ platform, wasAbandoned = false, signal }, { client, payload_reference }) {
    const payload = await platform.database.read(client, (tx) => findPayload(tx, payload_reference))
    if (!payload || !isDue(payload)) return
    if (hasTooManyLostPasses(payload)) return make(platform, payload, [givenUp(payload)])
    // It was opened before: do not read gigabytes only to find the scanner still down.
    if (payload.payload_state === 'Scanning') await platform.scanner.check()
    const inspection = await runPass(platform, payload, wasAbandoned, () => inspectRecording(platform, payload, signal))
    const damage = !inspection.isOpened && inspection.isDamaged ? { found: inspection.failure } : null
    if (damage?.found === 'missing') await platform.store.assertSameInstallation()
    await make(platform, payload, changesAfter(payload, inspection, platform.scanner.name), damage)
    if (inspection.isOpened && inspection.verdict.status === 'rejected') throw inspection.verdict.reason
  },
}

const isDue = ({ payload_state }: PayloadRow): boolean => payload_state === 'Uploaded' || payload_state === 'Scanning'

/** The state changes that follow from the inspection, in order. */
const changesAfter = (payload: PayloadRow, inspection: Inspection, scanner: string): Change[] => {
  if (!inspection.isOpened) return [doesNotOpen(payload, inspection.failure)]
  const { size, verdict, facts } = inspection
  const opened: Change[] =
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
        unusual: withLabels(payload.unusual, facts.attachments),
      },
    },
  ]
}

/** Marks payloads with an attachment that is not what its label says. They are not quarantined, because that is evidence, too. */
const withLabels = (marks: readonly UnusualMark[], attachments: readonly AttachmentFacts[] = []): UnusualMark[] => {
  const others = marks.filter((mark) => mark !== 'attachment_label')
  return attachments.every(({ isAsLabelled }) => isAsLabelled) ? others : [...others, 'attachment_label']
}

/** A payload that was opened before and now cannot be was changed in the store. It is quarantined for investigation. */
const doesNotOpen = ({ payload_state }: PayloadRow, failure: string): Change =>
  payload_state === 'Uploaded'
    ? { to: 'Failed', event: 'payload.failed', details: { failure }, set: { failure } }
    : quarantine(failure, {})

/**
 * The cause of the crashes is unknown. The sealed object is kept for investigation, and the handset sends the
 * recording again.
 */
const givenUp = (payload: PayloadRow): Change => {
  const change = doesNotOpen(payload, 'ended_workers')
  return { ...change, set: { ...change.set, lost_passes: 0 } }
}

/** The sealed object stays where it is. That is harmless, because only a rescan opens a quarantined payload. */
const quarantine = (failure: string, details: Record<string, unknown>): Change => ({
  to: 'Quarantined',
  event: 'payload.quarantined',
  details: { failure, ...details },
  set: { failure },
})

const make = async (
  platform: Platform,
  payload: PayloadRow,
  changes: readonly Change[],
  damage: Damage | null = null,
): Promise<void> => {
  const { database, metrics } = platform
  const isMade = await database.transaction(payload.client, async (tx) => {
    const isMade = await makeChanges(tx, payload, changes)
    const { client, payload_reference } = payload
    if (isMade && changes.at(-1)?.to === 'Processed') await tx.enqueue(deriveMediaJob, { client, payload_reference })
    if (isMade && damage) await markDamagedNow(tx, payload.payload_reference, damage)
    return isMade
  })
  if (isMade && damage) logDamage(platform, payload, damage)
  for (const { to } of isMade ? changes : []) {
    metrics.payloads.inc({ payload_type: payload.payload_type, state: to })
  }
}

const markDamagedNow = async (tx: TenantTransaction, payload_reference: string, damage: Damage): Promise<void> => {
  const payload = await lockPayload(tx, payload_reference)
  if (payload) await markDamaged(tx, worker, payload, damage)
}

/** @returns false if another transaction changed the payload meanwhile; then nothing changes */
const makeChanges = async (
  tx: TenantTransaction,
  inspected: PayloadRow,
  changes: readonly Change[],
): Promise<boolean> => {
  const payload = await lockPayload(tx, inspected.payload_reference)
  if (payload?.payload_state !== inspected.payload_state || payload.uploaded_at !== inspected.uploaded_at) return false
  let payload_state: PayloadState = inspected.payload_state as PayloadState
  for (const change of changes) {
    await transition(tx, worker, { ...payload, payload_state }, change)
    payload_state = change.to
  }
  return true
}

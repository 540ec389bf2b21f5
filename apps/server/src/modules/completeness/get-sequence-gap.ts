import type { CallInput, calls, SequenceGapDetail } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { deviceResetsBetween, findDeviceUse, handedOverBefore } from '../devices/index.ts'
import { payloadsBySequence } from '../payloads/index.ts'
import { telemetryBetween } from '../telemetry/index.ts'
import { findSequenceGap } from './find-sequence-gap.ts'
import { evidenceOf, suggestionOf } from './gap-evidence.ts'
import { type SequenceGapRow, type ShownGap, sequenceGapOf, shownGap } from './sequence-gap.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Of a gap before the first recording, nothing tells when it began. */
const daysBeforeFirst = 7
const maxReports = 500
const maxResets = 10

/** `GET /completeness/gaps/{gap_reference}`. @throws ProductError `request.not_found` */
export const getSequenceGap = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.getSequenceGap>,
): Promise<SequenceGapDetail> => {
  const visible = await ctx.groupsFor('completeness:read')
  const { gap, neighbours, known } = await ctx.read(async (tx) => {
    const { gap: row } = await findSequenceGap(ctx, tx, params.gap_reference)
    const gap = await shownGap(tx, row, visible)
    return { gap, neighbours: await neighboursOf(tx, gap), known: await knownAround(tx, gap, visible) }
  })
  const [before, after] = neighbours
  const evidence = evidenceOf(gap, known)
  return {
    gap: sequenceGapOf(gap),
    before: before && !gap.is_before_hidden ? await neighbourOf(ctx, before) : null,
    after: after ? await neighbourOf(ctx, after) : null,
    has_changed_hands:
      before !== undefined &&
      after !== undefined &&
      (before.group !== after.group || before.device_user_reference !== after.device_user_reference),
    suggestion: suggestionOf(evidence),
    evidence,
  }
}

type Recording = Awaited<ReturnType<typeof payloadsBySequence>>[number]

const neighboursOf = async (
  tx: TenantTransaction,
  { device_reference, first_missing, last_missing }: SequenceGapRow,
): Promise<[Recording | undefined, Recording | undefined]> => {
  const found = await payloadsBySequence(tx, device_reference, [first_missing - 1, last_missing + 1])
  const at = (sequence: number) => found.find((recording) => recording.sequence === sequence)
  return [at(first_missing - 1), at(last_missing + 1)]
}

const neighbourOf = async (
  ctx: RequestContext,
  { sequence, payload_time, payload_reference, payload_type, group }: Recording,
) => {
  const isVisible = await ctx.can('payloads:read', group, payload_type)
  return { sequence, payload_time, recording: isVisible ? { payload_reference, payload_type } : null }
}

/** What is known of the device from a day before the gap to a day after it, of groups that the caller may see. */
const knownAround = async (tx: TenantTransaction, gap: ShownGap, visible: readonly string[]) => {
  const { device_reference, before_time, after_time, is_before_hidden } = gap
  const after = Date.parse(after_time)
  const handed_over = is_before_hidden ? await handedOverBefore(tx, device_reference, after_time) : null
  const from = before_time ?? handed_over
  const begin = from === null ? after - daysBeforeFirst * dayMs : Math.min(Date.parse(from), after)
  const period = { from: new Date(begin - dayMs).toISOString(), until: new Date(after + dayMs).toISOString() }
  const device = await findDeviceUse(tx, device_reference)
  const isVisible = device !== undefined && visible.includes(device.group)
  const reports = await telemetryBetween(tx, device_reference, period, maxReports)
  return {
    begin: new Date(begin).toISOString(),
    reports: reports.filter(({ group }) => visible.includes(group)),
    resets: isVisible ? await deviceResetsBetween(tx, device_reference, period, maxResets) : [],
    lastSeen: isVisible && !device.is_deactivated && !device.is_blocked ? device.last_seen : null,
  }
}

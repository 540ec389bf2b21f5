import {
  maxFreedLines,
  maxListedWithoutTime,
  type RetentionBlockCode,
  type RetentionKeptReason,
  type RetentionReport,
} from '@holdfast/contract'
import type { AgedPayload } from '../payloads/index.ts'

const withoutTime: ReadonlySet<string> = new Set([
  'no_timestamp',
  'future_timestamp',
  'unconfirmed_clock',
] satisfies RetentionBlockCode[])

/** Adds recordings that were deleted or destroyed, or would be. */
export const withRemoved = (
  report: RetentionReport,
  step: 'deleted' | 'destroyed',
  payloads: readonly AgedPayload[],
): RetentionReport => {
  const lines = report.lines.map((line) => ({ ...line }))
  for (const { group, payload_type, size } of payloads) {
    let line = lines.find((one) => one.group === group && one.payload_type === payload_type)
    if (!line && lines.length < maxFreedLines) {
      line = { group, payload_type, deleted: 0, destroyed: 0, bytes: 0 }
      lines.push(line)
    }
    if (!line) continue
    line[step] += 1
    if (step === 'destroyed') line.bytes += size ?? 0
  }
  const bytes = step === 'destroyed' ? payloads.reduce((sum, { size }) => sum + (size ?? 0), 0) : 0
  return {
    ...report,
    lines,
    [step]: report[step] + payloads.length,
    destroyed_bytes: report.destroyed_bytes + bytes,
  }
}

/** Adds recordings that were kept, each for one or more reasons. */
export const withKept = (
  report: RetentionReport,
  kept: readonly { payload_reference: string; reasons: readonly RetentionKeptReason[] }[],
): RetentionReport => {
  const counts = new Map(report.kept.map(({ reason, recordings }) => [reason, recordings]))
  for (const { reasons } of kept) {
    for (const reason of new Set(reasons)) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  const unusable = kept.filter(({ reasons }) => reasons.some((reason) => withoutTime.has(reason)))
  const listed = new Set([...report.without_time, ...unusable.map(({ payload_reference }) => payload_reference)])
  return {
    ...report,
    kept: [...counts].map(([reason, recordings]) => ({ reason, recordings })),
    without_time: [...listed].slice(0, maxListedWithoutTime),
  }
}

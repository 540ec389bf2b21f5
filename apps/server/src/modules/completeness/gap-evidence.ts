import { type GapEvidence, type GapReason, silentAfterDays } from '@holdfast/contract'
import type { TelemetryReport } from '../telemetry/index.ts'
import type { SequenceGapRow } from './sequence-gap.ts'

/** What is known of a device around a gap. */
interface KnownAround {
  /** When the gap can have begun. */
  begin: string
  /** In the order of their time. */
  reports: readonly TelemetryReport[]
  /** The latest first. */
  resets: readonly string[]
  /** When the device was heard of last; `null` if that is not known, or if nobody expects to hear of it. */
  lastSeen: string | null
}

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
/** A device that reports usually does so several times a day. */
const noReportMs = 12 * hourMs
/** With less than this, a handset switches off, or no longer writes. */
const emptyBatteryPercent = 2
const fullStorageBytes = 16 * 1024 * 1024

type Reported = Pick<GapEvidence, 'kind' | 'reason' | 'values'>

/** The evidence for why recordings of a gap are missing: what supports the suggestion first, the latest first within a kind. */
export const evidenceOf = (gap: SequenceGapRow, known: KnownAround): GapEvidence[] => {
  const found = [
    ...known.resets.map((time) =>
      evidence({ kind: 'factory_reset', reason: 'factory_reset', values: [] }, time, 'device'),
    ),
    ...reportedOf(known.reports),
    ...noReports(known, gap.after_time),
    ...silence(gap, known.lastSeen),
  ]
  return order.flatMap((kind) => found.filter((one) => one.kind === kind))
}

/** The reason of the strongest evidence. */
export const suggestionOf = ([strongest]: readonly GapEvidence[]): GapReason | null => strongest?.reason ?? null

/** The strongest kind first: what destroys recordings, what keeps a device from recording, and what merely fits. */
const order = [
  'factory_reset',
  'storage_full',
  'permission_denied',
  'no_sim',
  'services_off',
  'battery_empty',
  'recordings_waiting',
  'silent_since',
  'no_report',
] as const satisfies readonly GapEvidence['kind'][]

const evidence = (reported: Reported, time: string, source: GapEvidence['source'], until: string | null = null) => ({
  ...reported,
  time,
  until,
  source,
})

/** Each thing that was reported, with the first and the last report of it. */
const reportedOf = (reports: readonly TelemetryReport[]): GapEvidence[] => {
  const byKind = new Map<string, GapEvidence>()
  for (const { collected_at, telemetry } of reports) {
    for (const reported of factsOf(telemetry)) {
      const earlier = byKind.get(reported.kind)
      byKind.set(
        reported.kind,
        earlier
          ? { ...earlier, values: reported.values, until: collected_at }
          : evidence(reported, collected_at, 'telemetry'),
      )
    }
  }
  return [...byKind.values()]
}

const factsOf = ({
  battery_level_percent: battery,
  storage_free,
  permissions_denied = [],
  sims,
  services_enabled,
  payloads_pending: pending,
}: TelemetryReport['telemetry']): Reported[] => [
  ...when(typeof storage_free === 'number' && storage_free < fullStorageBytes, {
    kind: 'storage_full',
    reason: 'storage_full',
    values: [String(storage_free)],
  }),
  ...when(permissions_denied.length > 0, {
    kind: 'permission_denied',
    reason: 'permission_withdrawn',
    values: permissions_denied.slice(0, 10),
  }),
  ...when(sims?.length === 0, { kind: 'no_sim', reason: 'no_sim', values: [] }),
  ...when(services_enabled?.length === 0, { kind: 'services_off', reason: 'other', values: [] }),
  ...when(typeof battery === 'number' && battery < emptyBatteryPercent, {
    kind: 'battery_empty',
    reason: 'switched_off',
    values: [String(battery)],
  }),
  ...when(typeof pending === 'number' && pending > 0, {
    kind: 'recordings_waiting',
    reason: 'waiting_to_upload',
    values: [String(pending)],
  }),
]

const when = (isSo: boolean, reported: Reported): Reported[] => (isSo ? [reported] : [])

/** The longest time within the gap in which a device that reports otherwise did not. */
const noReports = ({ begin, reports }: KnownAround, after_time: string): GapEvidence[] => {
  if (reports.length === 0) return []
  const within = reports.map(({ collected_at }) => collected_at).filter((time) => time > begin && time < after_time)
  const times = [begin, ...within, after_time]
  const pauses = times.slice(1).map((until, index) => ({ from: times[index] ?? begin, until }))
  const longest = pauses.reduce((a, b) => (lengthOf(b) > lengthOf(a) ? b : a))
  if (lengthOf(longest) < noReportMs) return []
  return [evidence({ kind: 'no_report', reason: 'switched_off', values: [] }, longest.from, 'telemetry', longest.until)]
}

const lengthOf = ({ from, until }: { from: string; until: string }): number => Date.parse(until) - Date.parse(from)

/** A device that has not been heard of since may still have what is missing. */
const silence = ({ closed_at }: SequenceGapRow, lastSeen: string | null): GapEvidence[] => {
  if (closed_at !== null || lastSeen === null || Date.now() - Date.parse(lastSeen) < silentAfterDays * dayMs) return []
  return [evidence({ kind: 'silent_since', reason: 'waiting_to_upload', values: [] }, lastSeen, 'device')]
}

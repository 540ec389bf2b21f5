import type { LogLevel } from '@holdfast/contract'
import { calendarDays, officeMoment, weightOfDay } from './office-hours.ts'
import type { PlannedHandset } from './plan-handsets.ts'
import type { PlannedPayload } from './planned-payload.ts'
import { SeededRandom } from './seeded-random.ts'
import { secondMs } from './time-spans.ts'

/** A line that a handset logged. */
export interface PlannedLine {
  handset: PlannedHandset
  at: number
  log_class: string
  log_level: LogLevel
  log_message: string
  payload_reference: string | null
}

const loggedDays = 14

const usual: readonly Pick<PlannedLine, 'log_class' | 'log_level' | 'log_message'>[] = [
  { log_class: 'Heartbeat', log_level: 'INFO', log_message: '0 payloads to deliver' },
  { log_class: 'Configuration', log_level: 'INFO', log_message: 'configuration fetched, nothing changed' },
  { log_class: 'Location', log_level: 'DEBUG', log_message: 'provider fused, interval 60000 ms' },
  { log_class: 'Recorder', log_level: 'DEBUG', log_message: 'microphone released after 00:04:12' },
  { log_class: 'Outbox', log_level: 'INFO', log_message: 'delivered 3 payloads in 2140 ms' },
  { log_class: 'Storage', log_level: 'WARN', log_message: 'less than 10 % of the storage is free' },
  { log_class: 'Battery', log_level: 'WARN', log_message: 'battery at 14 %, recordings wait for the charger or Wi-Fi' },
  {
    log_class: 'Network',
    log_level: 'ERROR',
    log_message:
      'no connection for 900 s\n  java.net.SocketTimeoutException: failed to connect after 20000ms\n    at libcore.io.IoBridge.connect(IoBridge.java:186)\n    at java.net.Socket.connect(Socket.java:646)',
  },
]
const frequencies = [40, 14, 18, 12, 16, 2, 3, 1]

/** A handset's lines of the last days: what it does every day, and a line for each of its recordings. The same every time. */
export const planLogs = (
  handset: PlannedHandset,
  payloads: readonly PlannedPayload[],
  anchor: number,
): PlannedLine[] => {
  const random = new SeededRandom(`${handset.device_reference} logs`)
  const days = calendarDays(anchor, handset.timezone, loggedDays)
  const oldest = Math.min(...days)
  const everyday = days.flatMap((day) =>
    Array.from({ length: Math.round(14 * weightOfDay(day)) }, () => ({
      handset,
      at: officeMoment(day, handset.timezone, random),
      ...random.pickWeighted(usual, (line) => frequencies[usual.indexOf(line)] ?? 1),
      payload_reference: null,
    })),
  )
  const ofRecordings = payloads
    .filter((payload) => payload.handset === handset && payload.at >= oldest)
    .map((payload) => lineOf(payload))
  return [...everyday, ...ofRecordings].filter(({ at }) => at >= handset.from && at <= handset.until)
}

const lineOf = ({ handset, at, type, damage, payload_reference }: PlannedPayload): PlannedLine => ({
  handset,
  at: at + 2 * secondMs,
  log_class: 'Outbox',
  ...(damage
    ? { log_level: 'ERROR', log_message: `upload of ${type} ended early, will be sent again` }
    : { log_level: 'INFO', log_message: `${type} sealed and queued` }),
  payload_reference,
})

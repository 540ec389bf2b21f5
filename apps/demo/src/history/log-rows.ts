import type { LogLevel } from '@holdfast/contract'
import type { Insertable } from 'kysely'
import type { Tables } from '@holdfast/server'
import type { PlannedHandset } from './plan-handsets.ts'
import type { PlannedPayload } from './planned-payload.ts'
import { SeededRandom } from './seeded-random.ts'
import { dayMs, hourMs, secondMs } from './time-spans.ts'

const logDays = 7

interface LogLine {
  at: number
  log_class: string
  log_level: LogLevel
  log_message: string
  payload_reference?: string
}

/** Device log of a handset for the last week: lines about its recordings, and others in between. */
export const logRows = (
  client: string,
  handset: PlannedHandset,
  payloads: readonly PlannedPayload[],
  anchor: number,
): Insertable<Tables['device_logs']>[] => {
  const { device_reference, person, timezone, until } = handset
  const random = new SeededRandom(`${client} logs of ${device_reference}`)
  const own = payloads.filter((payload) => payload.handset === handset && payload.at > anchor - logDays * dayMs)
  const lines = [...own.flatMap(linesOfPayload), ...linesBetween(until, random)].filter(({ at }) => at < until)
  return lines.map(({ at, payload_reference = null, ...line }) => ({
    client,
    log_id: `${new Date(at).toISOString()}-${random.hex(12)}`,
    device_reference,
    device_user_reference: person.device_user_reference,
    group: person.group,
    ...line,
    log_datetime: new Date(at),
    local_timezone: timezone,
    payload_reference,
    received_at: new Date(at + random.between(2, 300) * secondMs),
  }))
}

const linesOfPayload = ({ at, type, payload_reference, registered_at, uploaded_at, content }: PlannedPayload) => {
  const line = (moment: number, log_class: string, log_message: string): LogLine => ({
    at: moment,
    log_class,
    log_level: 'INFO',
    log_message,
    payload_reference,
  })
  return [
    line(at, 'Recorder', content ? `${type} begun` : `${type} noted`),
    line(registered_at, 'Registrar', `${type} registered`),
    ...(uploaded_at === null ? [] : [line(uploaded_at, 'Uploader', `${type} uploaded whole`)]),
  ]
}

const occurrences: readonly Omit<LogLine, 'at'>[] = [
  { log_class: 'Sync', log_level: 'DEBUG', log_message: 'Configuration fetched, nothing new' },
  { log_class: 'Sync', log_level: 'DEBUG', log_message: 'No commands waiting' },
  { log_class: 'Power', log_level: 'INFO', log_message: 'Charger connected' },
  { log_class: 'Network', log_level: 'WARN', log_message: 'No network for 45 s, trying again' },
  { log_class: 'Clock', log_level: 'INFO', log_message: 'Clock set by the network' },
  { log_class: 'Uploader', log_level: 'ERROR', log_message: 'Connection closed at byte 196608, continuing from there' },
]

const linesBetween = (until: number, random: SeededRandom): LogLine[] =>
  Array.from({ length: logDays * 6 }, (_, number) => ({
    at: until - number * 4 * hourMs - random.between(0, 3 * 3_600) * secondMs,
    ...random.pickWeighted(occurrences, ({ log_level }) => (log_level === 'ERROR' || log_level === 'WARN' ? 1 : 4)),
  }))

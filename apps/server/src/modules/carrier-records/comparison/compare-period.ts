import type { CarrierRecordType, PayloadType } from '@holdfast/contract'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import { newId } from '../../../platform/identifiers.ts'
import { lastDigitsOf, sameNumberAs } from '../../../platform/same-number.ts'
import { type Holding, holdingsOfDevice } from '../../devices/index.ts'
import { type RecordingOfDevice, recordingsOfDevice } from '../../payloads/index.ts'
import { coveragesOfNumbers, type IsCovered, isCoveredBy } from './coverage.ts'
import { type Listed, type Match, matchRecords, type Recorded } from './match-records.ts'
import { holderAt } from './number-holders.ts'
import { monthsBetween, recountMonths } from './record-counts.ts'
import { type CarrierRecordRow, type Compared, type NotListedRow, storeComparison } from './store-comparison.ts'

const typeOfRecording: Partial<Record<PayloadType, CarrierRecordType>> = {
  Call: 'Call',
  BlockedCall: 'Call',
  AbortedCall: 'Call',
  SMS: 'SMS',
  MMS: 'MMS',
}
const comparedTypes = Object.keys(typeOfRecording) as PayloadType[]
/** What carriers list only if it was answered is not expected to be listed. */
const expectedTypes: ReadonlySet<PayloadType> = new Set(['Call', 'SMS', 'MMS'])

/**
 * No record fits a recording that is further away: the longest tolerance, and the hour that clocks show twice. Records and recordings on both
 * sides of a gap of this length can be compared without each other.
 */
const gapMs = (15 * 60 + 60 * 60) * 1000
/** How far a gap is looked for. Without one, the period ends there, and recordings of records outside of it stay theirs. */
const marginMs = 24 * 60 * 60 * 1000
const maxItems = 50_000

/**
 * Compares the records of a device with its recordings in a period, which is extended to the next gaps: the outcome does not depend on how a
 * month is divided, or on what arrived first.
 */
export const comparePeriod = async (
  tx: TenantTransaction,
  device_reference: string,
  from: Date,
  until: Date,
): Promise<void> => {
  const [widest, latest] = [new Date(from.getTime() - marginMs), new Date(until.getTime() + marginMs)]
  const rows = await recordsOfDevice(tx, device_reference, widest, latest)
  const recordings = await recordingsOfDevice(tx, {
    device_reference,
    types: comparedTypes,
    from: widest,
    until: latest,
    limit: maxItems,
  })
  const times = [
    ...rows.flatMap((row) => timesOf(row)),
    ...recordings.map(({ payload_time }) => Date.parse(payload_time)),
  ].sort((one, other) => one - other)
  const start = -extended(times.map((time) => -time).reverse(), -from.getTime())
  const end = extended(times, until.getTime())
  const isWithin = (time: string): boolean => Date.parse(time) >= start && Date.parse(time) <= end

  const within = rows.filter(({ begun_at }) => isWithin(begun_at))
  const taken = new Set(rows.filter(({ begun_at }) => !isWithin(begun_at)).map((row) => row.payload_reference))
  const free = recordings.filter(
    ({ payload_time, payload_reference }) => isWithin(payload_time) && !taken.has(payload_reference),
  )
  const { holdings, phone_numbers } = await holdingsOfDevice(tx, device_reference)
  const records = within.filter(({ import_reference }) => import_reference !== null)
  const matches = matchRecords(records.map(listedOf), free.map(recordedOf))
  const byReference = new Map(free.map((recording) => [recording.payload_reference, recording]))
  const compared = records.map((row) => outcomeOf(row, matches.get(row.content_key), byReference, holdings))
  const matched = new Set(compared.map(({ payload_reference }) => payload_reference))
  const numbers = phone_numbers.map(({ phone_number }) => lastDigitsOf(phone_number))
  const isCovered: IsCovered = isCoveredBy(await coveragesOfNumbers(tx, numbers), phone_numbers)
  const notListed = free.filter(
    (recording) =>
      !matched.has(recording.payload_reference) &&
      expectedTypes.has(recording.payload_type) &&
      isCovered(typeOf(recording), recording.payload_time),
  )
  await storeComparison(tx, {
    before: within,
    compared,
    notListed: notListed.map((recording) => notListedRow(tx, device_reference, recording)),
  })
  await recountMonths(tx, device_reference, monthsBetween(new Date(start), new Date(end)))
}

const recordsOfDevice = (
  { db, client }: TenantTransaction,
  device_reference: string,
  from: Date,
  until: Date,
): Promise<CarrierRecordRow[]> =>
  db
    .selectFrom('carrier_records')
    .selectAll()
    .where('client', '=', client)
    .where('device_reference', '=', device_reference)
    .where('begun_at', '>=', from.toISOString())
    .where('begun_at', '<=', until.toISOString())
    .orderBy('begun_at')
    .limit(maxItems)
    .execute()

const timesOf = ({ begun_at, begun_at_later }: CarrierRecordRow): number[] =>
  [begun_at, begun_at_later].flatMap((time) => (time === null ? [] : Date.parse(time)))

/** The last of the times after an edge before which there is no gap. @param times in ascending order */
const extended = (times: readonly number[], edge: number): number => {
  let reached = edge
  for (const time of times) {
    if (time <= reached) continue
    if (time - reached > gapMs) break
    reached = time
  }
  return reached
}

const typeOf = ({ payload_type }: RecordingOfDevice): CarrierRecordType => typeOfRecording[payload_type] ?? 'Call'

const listedOf = (row: CarrierRecordRow): Listed => ({
  key: row.content_key,
  record_type: row.record_type,
  direction: row.direction,
  duration_s: row.duration_s,
  times: timesOf(row),
  time_tolerance_s: row.time_tolerance_s,
  isNumber: row.other_number === null ? null : numberMatcher(row.other_number),
})

/** Short codes and names of senders are compared as they are written. */
const numberMatcher = (other_number: string): ((number: string) => boolean) => {
  if (other_number.startsWith('+')) return sameNumberAs(other_number)
  const text = other_number.toLowerCase()
  return (number) => number.trim().toLowerCase() === text
}

const recordedOf = (recording: RecordingOfDevice): Recorded => ({
  key: recording.payload_reference,
  record_type: typeOf(recording),
  direction: recording.direction === 'CC' ? 'I' : recording.direction,
  duration_s: durationOf(recording),
  time: Date.parse(recording.payload_time),
  numbers: recording.numbers,
})

/** A call that was blocked or not answered took no time. */
const durationOf = ({ payload_type, duration_s }: RecordingOfDevice): number | null => {
  if (payload_type === 'BlockedCall' || payload_type === 'AbortedCall') return duration_s ?? 0
  return payload_type === 'Call' ? duration_s : null
}

const outcomeOf = (
  row: CarrierRecordRow,
  match: Match | undefined,
  recordings: ReadonlyMap<string, RecordingOfDevice>,
  holdings: readonly Holding[],
): Compared => {
  const recording = match && recordings.get(match.recorded)
  const holder = recording ?? holderAt(holdings, row.begun_at)
  const belongs = {
    record_reference: row.record_reference,
    device_user_reference: holder?.device_user_reference ?? null,
    group: holder?.group ?? null,
  }
  if (!match || !recording) {
    const outcome = row.device_reference === '' ? 'UnknownNumber' : 'Missing'
    return { ...belongs, outcome, payload_reference: null, time_difference_s: null, duration_difference_s: null }
  }
  const { time_difference_s, duration_difference_s } = match
  const differs = duration_difference_s !== null && Math.abs(duration_difference_s) > row.duration_tolerance_s
  const { payload_reference } = recording
  return {
    ...belongs,
    outcome: differs ? 'DurationDiffers' : 'Matched',
    payload_reference,
    time_difference_s,
    duration_difference_s,
  }
}

const notListedRow = (
  { client, now }: TenantTransaction,
  device_reference: string,
  recording: RecordingOfDevice,
): NotListedRow => ({
  client,
  record_reference: newId(now),
  content_key: `recording ${recording.payload_reference}`,
  record_type: typeOf(recording),
  begun_at: recording.payload_time,
  time_tolerance_s: 0,
  duration_tolerance_s: 0,
  device_reference,
  device_user_reference: recording.device_user_reference,
  group: recording.group,
  outcome: 'NotListed',
  payload_reference: recording.payload_reference,
})

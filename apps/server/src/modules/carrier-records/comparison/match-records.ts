import type { CarrierRecordType } from '@holdfast/contract'

interface Compared {
  /** Orders what is equally close, so that the order of the input does not matter. */
  key: string
  record_type: CarrierRecordType
  direction: 'I' | 'O' | null
  duration_s: number | null
}

/** A record of a carrier. */
export interface Listed extends Compared {
  /** In milliseconds; two where clocks showed the time twice. */
  times: readonly number[]
  time_tolerance_s: number
  /** `null`: the carrier does not know the other number, or withholds it. */
  isNumber: ((number: string) => boolean) | null
}

export interface Recorded extends Compared {
  time: number
  numbers: readonly string[]
}

export interface Match {
  recorded: string
  /** How much later the recording begins, in seconds. */
  time_difference_s: number
  /** How much longer it is; `null` if a duration is not known. */
  duration_difference_s: number | null
}

interface Candidate extends Match {
  listed: string
  /** One of the two does not know the number. */
  isNumberUnknown: boolean
}

/**
 * Assigns each record at most one recording and each recording at most one record: pairs with the same number before those of which one
 * number is not known, then the closest in time, then in duration. The same input in another order gives the same pairs.
 * @returns the matches by the key of the record
 */
export const matchRecords = (listed: readonly Listed[], recorded: readonly Recorded[]): Map<string, Match> => {
  const byTime = recorded.toSorted((one, other) => one.time - other.time)
  const candidates = listed.flatMap((record) => candidatesOf(record, byTime)).sort(byCloseness)
  const matches = new Map<string, Match>()
  const taken = new Set<string>()
  for (const { listed: record, recorded: recording, time_difference_s, duration_difference_s } of candidates) {
    if (matches.has(record) || taken.has(recording)) continue
    taken.add(recording)
    matches.set(record, { recorded: recording, time_difference_s, duration_difference_s })
  }
  return matches
}

const candidatesOf = (record: Listed, byTime: readonly Recorded[]): Candidate[] => {
  const tolerance = record.time_tolerance_s * 1000
  const from = Math.min(...record.times) - tolerance
  const until = Math.max(...record.times) + tolerance
  const found: Candidate[] = []
  for (let place = firstFrom(byTime, from); place < byTime.length; place += 1) {
    const recording = byTime[place]
    if (!recording || recording.time > until) break
    const candidate = candidateOf(record, recording)
    if (candidate) found.push(candidate)
  }
  return found
}

const candidateOf = (record: Listed, recording: Recorded): Candidate | null => {
  if (record.record_type !== recording.record_type) return null
  if (record.direction && recording.direction && record.direction !== recording.direction) return null
  const isNumberUnknown = record.isNumber === null || recording.numbers.length === 0
  if (!isNumberUnknown && !recording.numbers.some((number) => record.isNumber?.(number))) return null
  const differences = record.times.map((time) => (recording.time - time) / 1000)
  const time_difference_s = differences.reduce((one, other) => (Math.abs(other) < Math.abs(one) ? other : one))
  if (Math.abs(time_difference_s) > record.time_tolerance_s) return null
  const [listed_s, recorded_s] = [record.duration_s, recording.duration_s]
  const duration_difference_s = listed_s === null || recorded_s === null ? null : recorded_s - listed_s
  return { listed: record.key, recorded: recording.key, isNumberUnknown, time_difference_s, duration_difference_s }
}

/** The place of the first recording at this time or later. */
const firstFrom = (byTime: readonly Recorded[], time: number): number => {
  let [before, after] = [-1, byTime.length]
  while (after - before > 1) {
    const middle = (before + after) >> 1
    if ((byTime[middle]?.time ?? 0) < time) before = middle
    else after = middle
  }
  return after
}

const byCloseness = (one: Candidate, other: Candidate): number =>
  Number(one.isNumberUnknown) - Number(other.isNumberUnknown) ||
  Math.abs(one.time_difference_s) - Math.abs(other.time_difference_s) ||
  Math.abs(one.duration_difference_s ?? 0) - Math.abs(other.duration_difference_s ?? 0) ||
  compareTexts(one.listed, other.listed) ||
  compareTexts(one.recorded, other.recorded)

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

import type { Payload, PayloadType } from '@holdfast/contract'
import { expect } from 'vitest'
import type { Visitor } from './visitor.ts'

/** A simulated handset makes a recording within seconds; on a busy machine it may take a minute or two. */
const untilRecordedMs = 110_000

interface RecordingFilter {
  client: string
  payload_type: PayloadType
  /** The content type of the recording; any when absent. */
  content_type?: string
}

/** Waits for a recording that a simulated handset made after `since`, until it can be played. */
export const newestRecording = (visitor: Visitor, wanted: RecordingFilter & { since: Date }): Promise<Payload> =>
  waitForRecording(visitor, wanted, false, ({ registered_at }) => new Date(registered_at) > wanted.since)

/** Finds a recording that can be played. */
export const processedRecording = (visitor: Visitor, wanted: RecordingFilter): Promise<Payload> =>
  waitForRecording(
    visitor,
    wanted,
    false,
    ({ media }) => !wanted.content_type || media?.content_type === wanted.content_type,
  )

/** A call of a device user with one of their personal numbers. */
export const personalCall = (visitor: Visitor, client: string): Promise<Payload> =>
  waitForRecording(visitor, { client, payload_type: 'Call' }, true, ({ amendments }) => !amendments?.personal)

/** Waits until the list has this many recordings of a type. */
export const waitForRecordings = async (
  visitor: Visitor,
  { client, payload_type }: RecordingFilter,
  minimum: number,
): Promise<void> => {
  const path = `/api/client/v1/${client}/payloads?filter[payload_types][0]=${payload_type}&query_result_type=total`
  const total = async () => (await visitor.read<{ total: number }>(path)).total
  await expect.poll(total, { timeout: untilRecordedMs, interval: 1000 }).toBeGreaterThanOrEqual(minimum)
}

const waitForRecording = async (
  visitor: Visitor,
  { client, payload_type }: RecordingFilter,
  isPersonal: boolean,
  isWanted: (payload: Payload, all: readonly Payload[]) => boolean,
): Promise<Payload> => {
  const filter = `filter[payload_types][0]=${payload_type}&filter[payload_states][0]=Processed&filter[is_personal_number]=${isPersonal}`
  let newest: Payload | undefined
  const isFound = async (): Promise<boolean> => {
    const { items } = await visitor.read<{ items: Payload[] }>(`/api/client/v1/${client}/payloads?${filter}&limit=100`)
    // Another journey may have damaged some of them.
    newest = items.find((payload) => payload.damaged_at === null && isWanted(payload, items))
    return newest !== undefined
  }
  await expect.poll(isFound, { timeout: untilRecordedMs, interval: 1000, message: `a ${payload_type}` }).toBe(true)
  if (!newest) throw new Error('no recording')
  return newest
}

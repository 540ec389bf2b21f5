import type { Payload, PayloadType } from '@holdfast/contract'
import { expect } from 'vitest'
import type { Visitor } from './visitor.ts'

/** Handsets of the demonstration record within seconds; a busy machine makes that a minute or two. */
const untilRecordedMs = 150_000

interface Wanted {
  client: string
  payload_type: PayloadType
}

const processed = async (visitor: Visitor, { client, payload_type }: Wanted, limit: number): Promise<Payload[]> => {
  const filter = `filter[payload_types][0]=${payload_type}&filter[payload_states][0]=Processed&filter[is_personal_number]=false`
  const { items } = await visitor.read<{ items: Payload[] }>(
    `/api/client/v1/${client}/payloads?${filter}&limit=${limit}`,
  )
  return items
}

/** Waits for a recording that a simulated handset made after `since`, and that is ready to play. */
export const newestRecording = async (visitor: Visitor, wanted: Wanted & { since: Date }): Promise<Payload> => {
  let newest: Payload | undefined
  const look = async () => {
    newest = (await processed(visitor, wanted, 10)).find(({ registered_at }) => new Date(registered_at) > wanted.since)
    return newest !== undefined
  }
  await expect.poll(look, { timeout: untilRecordedMs, interval: 1000, message: 'a handset records' }).toBe(true)
  if (!newest) throw new Error('no recording')
  return newest
}

/** A recording of the past that is ready to play, of a content type if one is wanted. */
export const processedRecording = async (
  visitor: Visitor,
  wanted: Wanted & { contentType?: string },
): Promise<Payload> => {
  const found = (await processed(visitor, wanted, 100)).find(
    ({ media }) => wanted.contentType === undefined || media?.content_type === wanted.contentType,
  )
  if (!found) throw new Error(`no ${wanted.payload_type} ${wanted.contentType ?? ''} to play`)
  return found
}

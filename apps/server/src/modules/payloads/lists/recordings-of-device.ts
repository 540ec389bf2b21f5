import type { Direction, PayloadType } from '@holdfast/contract'
import { limits } from '@holdfast/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../../platform/database/index.ts'

/** What a recording says of its call or message. */
export interface RecordingOfDevice {
  payload_reference: string
  payload_type: PayloadType
  payload_time: string
  group: string
  device_user_reference: string | null
  numbers: string[]
  direction: Direction | null
  /** As the handset says, or as the content is long. */
  duration_s: number | null
}

const columns = sql`payload_reference, payload_type, payload_time, "group", device_user_reference, direction,
  array_remove(numbers[1:${sql.lit(limits.maxFoundParties)}], null) as numbers,
  coalesce((meta ->> 'duration')::float8, (meta ->> 'full_duration')::float8 / 1000, (media ->> 'duration_ms')::float8 / 1000) as duration_s`

type Reading = Pick<TenantTransaction, 'db' | 'client'>

/** The recordings of these types that a device made from a time until another, the earliest first. */
export const recordingsOfDevice = async (
  { db, client }: Reading,
  {
    device_reference,
    types,
    from,
    until,
    limit,
  }: {
    device_reference: string
    types: readonly PayloadType[]
    from: Date
    until: Date
    limit: number
  },
): Promise<RecordingOfDevice[]> => {
  const { rows } = await sql<RecordingOfDevice>`select ${columns} from payloads
    where client = ${client} and device_reference = ${device_reference} and payload_type = any(${types}::text[])
      and payload_time >= ${from} and payload_time <= ${until}
    order by payload_time, payload_reference limit ${limit}`.execute(db)
  return rows
}

export const recordingsByReference = async (
  { db, client }: Reading,
  references: readonly string[],
): Promise<RecordingOfDevice[]> => {
  if (references.length === 0) return []
  const { rows } = await sql<RecordingOfDevice>`select ${columns} from payloads
    where client = ${client} and payload_reference = any(${references}::text[])`.execute(db)
  return rows
}

interface ChangedRecording {
  payload_reference: string
  payload_type: PayloadType
  payload_time: string
  device_reference: string
  updated_at: string
}

/** Recordings that were registered or changed after a point of that order, the earliest change first. */
export const recordingsChangedAfter = async (
  { db, client }: Reading,
  after: { updated_at: string; payload_reference: string },
  until: Date,
  limit: number,
): Promise<ChangedRecording[]> => {
  const { rows } = await sql<ChangedRecording>`
    select payload_reference, payload_type, payload_time, device_reference, updated_at from payloads
    where client = ${client} and updated_at <= ${until}
      and (updated_at, payload_reference) > (${after.updated_at}::timestamptz, ${after.payload_reference}::text)
    order by updated_at, payload_reference limit ${limit}`.execute(db)
  return rows
}

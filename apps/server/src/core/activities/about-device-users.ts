import { type RawBuilder, sql } from 'kysely'
import { compiledStatement, type Statement } from '../../platform/database/index.ts'
import type { ActivityRow } from './activity.ts'

type UserRow = Extract<ActivityRow, { table: 'user_activities' }>['row']
type Fields = Readonly<Record<string, unknown>>

/** The names under which parameters and details of events have recordings. */
const recordingNames = ['payload_reference', 'payload_references', 'messages', 'payloads'] as const

/** A reference, a list of them, or a list of recordings with their references. */
const referencesIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (typeof value !== 'object' || value === null || !('payload_reference' in value)) return []
  return typeof value.payload_reference === 'string' ? [value.payload_reference] : []
}

/**
 * The statement that stores which of these entries are about which device users: entries that name them, entries that opened, changed
 * or were refused their recordings, and exports of lists that were filtered by them. A recording counts for its holder when it was
 * made. `null` if no entry is about any. Migration 0131 does the same for earlier entries.
 */
export const deviceUsersStatement = (client: string, rows: readonly UserRow[]): Statement | null => {
  const people: { log_id: string; device_user_reference: string }[] = []
  const recordings: { log_id: string; payload_reference: string }[] = []
  for (const { log_id, parameters, events, denial_reason } of rows) {
    const happened = JSON.parse(events) as { event: string; details: Fields }[]
    const named = [JSON.parse(parameters) as Fields, ...happened.map(({ details }) => details)]
    const isExport = happened.some(({ event }) => event === 'list.exported')
    const filter = (isExport && (named[0]?.filter as Fields | undefined)) || {}
    const several = [filter, ...happened.map(({ details }) => details)].map((fields) => fields.device_user_references)
    for (const value of [...named.map((fields) => fields.device_user_reference), ...several])
      for (const device_user_reference of referencesIn(value)) people.push({ log_id, device_user_reference })
    // Reading what is known of a recording does not open it.
    if (happened.length === 0 && (denial_reason ?? null) === null) continue
    for (const value of named.flatMap((fields) => recordingNames.map((name) => fields[name])))
      for (const payload_reference of referencesIn(value)) recordings.push({ log_id, payload_reference })
  }
  if (people.length === 0 && recordings.length === 0) return null
  return insertDeviceUsers({ client, people: JSON.stringify(people), recordings: JSON.stringify(recordings) })
}

/** Not prepared: a plan cached while `payloads` is empty would scan all of the account's recordings. */
const insertDeviceUsers = compiledStatement(
  (_, { client, people, recordings }: { client: string; people: string; recordings: string }) => sql`
    insert into activity_device_users (client, device_user_reference, log_id)
    select ${client}::text, device_user_reference, log_id
      from json_to_recordset(${people}::json) as named (log_id text, device_user_reference text)
    union select ${client}::text, payload.device_user_reference, entry.log_id
      from json_to_recordset(${recordings}::json) as entry (log_id text, payload_reference text)
      join payloads payload on payload.client = ${client} and payload.payload_reference = entry.payload_reference
      where payload.device_user_reference is not null
    on conflict do nothing`,
)

/** Restricts the trail of people and client apps to entries about any of these device users. An index serves it. */
export const isAboutDeviceUsers = (client: string, deviceUsers: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`log_id in (select log_id from activity_device_users
    where client = ${client} and device_user_reference = any(${[...deviceUsers]}::text[]))`

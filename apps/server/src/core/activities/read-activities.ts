import { calls, limits } from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import {
  allOf,
  type Condition,
  containsText,
  isAnyOf,
  noRead,
  noReadOfDevice,
  opensContent,
  type TenantTransaction,
} from '../../platform/database/index.ts'
import { earliestId } from '../../platform/identifiers.ts'
import type { AuditedEvent } from './activity.ts'

/** What people and client apps did or tried, for `answerTableList`. */
export const userTrail = { table: 'user_activities', key: ['log_id'] } as const

/** What devices did or tried, for `answerTableList`. */
export const deviceTrail = { table: 'device_activities', key: ['log_id'] } as const

/**
 * Leaves out what was only looked at: calls that changed nothing, handed out no content and were not refused, and renewals of sessions.
 * Searches for words stay, which tell what recordings and comments contain, and what staff looked at on a visit. Literally the
 * condition of the index of migration 0056, which makes the list fast where most entries are reads.
 */
export const isNoRead = sql<boolean>`${sql.raw(noRead)}`

/** The same of devices. */
export const isNoReadOfDevice = sql<boolean>`${sql.raw(noReadOfDevice)}`

/** The people and client apps who called since, with the addresses of their calls. Refused calls and visits are left out. */
export const recentCallers = (tx: TenantTransaction, since: Date) =>
  tx.db
    .selectFrom('user_activities')
    .select((eb) => [
      'user_id as reference',
      'is_client_app',
      'user_ip as address',
      eb.fn.max('activity_time').as('last_seen'),
    ])
    .where('client', '=', tx.client)
    .where('log_id', '>=', earliestId(since))
    .where('is_allowed', '=', true)
    .where('support_reference', 'is', null)
    .groupBy(['user_id', 'is_client_app', 'user_ip'])
    .execute()

/** Who has used some roles since, and when last. */
export const recentUses = async (
  { client, db }: TenantTransaction,
  { since, roles }: { since: Date; roles: readonly string[] },
) => {
  const { rows } = await sql<{ person: string; role: string; time: string }>`
    select user_id as person, role, max(activity_time) as time from user_activities cross join unnest(roles) as role
    where client = ${client} and log_id >= ${earliestId(since)} and role = any(${[...roles]}::text[])
    group by user_id, role`.execute(db)
  return rows
}

/** Who was refused for a reason since, from where, and when last. */
export const recentRefusals = async (
  { client, db }: TenantTransaction,
  { since, reason }: { since: Date; reason: string },
) => {
  const { rows } = await sql<{ person: string; address: string; time: string }>`
    select user_id as person, user_ip as address, max(activity_time) as time from user_activities
    where client = ${client} and log_id >= ${earliestId(since)} and denial_reason = ${reason}
    group by user_id, user_ip limit 1000`.execute(db)
  return rows
}

/**
 * The latest calls of a person in which there is an event like `wanted`, newest first; calls of visits are left out.
 * @param wanted fields that the event has, among others
 */
export const callsWithEvent = (
  tx: TenantTransaction,
  { user_id, wanted, limit }: { user_id: string; wanted: AuditedEvent; limit: number },
) =>
  tx.db
    .selectFrom('user_activities')
    .select('events')
    .where('client', '=', tx.client)
    .where('user_id', '=', user_id)
    .where('is_client_app', '=', false)
    .where('support_reference', 'is', null)
    .where(sql<boolean>`events @> ${JSON.stringify([wanted])}::jsonb`)
    .orderBy('log_id', 'desc')
    .limit(limit)
    .execute()

/**
 * The changes within a period that have an event like one of `wanted`, oldest first.
 * @param wanted fields that the event has, among others
 */
export const changesWithEvent = (
  tx: TenantTransaction,
  { wanted, from, to, limit }: { wanted: readonly AuditedEvent[]; from: Date; to: Date; limit: number },
) =>
  tx.db
    .selectFrom('user_activities')
    .select(['user_id', 'activity_time', 'events'])
    .where('client', '=', tx.client)
    .where('log_id', '>=', earliestId(from))
    .where('log_id', '<', earliestId(to))
    .where(isNoRead)
    .where(
      sql<boolean>`(${sql.join(
        wanted.map((event) => sql`events @> ${JSON.stringify([event])}::jsonb`),
        sql` or `,
      )})`,
    )
    .orderBy('log_id')
    .limit(limit)
    .execute()

/** A page of the calls of a visit, oldest first. */
export const callsOfVisit = (
  tx: TenantTransaction,
  { request_reference, after, limit }: { request_reference: string; after: string; limit: number },
) =>
  tx.db
    .selectFrom('user_activities')
    .select(['log_id', 'activity_time', 'events'])
    .where('client', '=', tx.client)
    .where('support_reference', '=', request_reference)
    .where('log_id', '>', after)
    .orderBy('log_id')
    .limit(limit)
    .execute()

interface CountedCalls {
  counted: number
  read: number
  opened: number
  changed: number
  not_done: number
}

/** What the first calls of a visit did, of those that a condition leaves. What a read has as an event is content that it handed out. */
export const countCallsOfVisit = async (
  tx: TenantTransaction,
  request_reference: string,
  isReadable: Condition,
): Promise<CountedCalls> => {
  const { rows } = await sql<CountedCalls>`
    select count(*) as counted,
      count(*) filter (where is_done and events = '[]'::jsonb) as read,
      count(*) filter (where is_done and events <> '[]'::jsonb and call like 'GET %') as opened,
      count(*) filter (where is_done and events <> '[]'::jsonb and call not like 'GET %') as changed,
      count(*) filter (where not is_done) as not_done
    from (select call, events, denial_reason is null as is_done from user_activities
      where ${allOf([sql<boolean>`client = ${tx.client}`, sql<boolean>`support_reference = ${request_reference}`, isReadable])}
      order by log_id limit ${sql.lit(limits.maxCounted)}) calls`.execute(tx.db)
  const [counted] = rows
  if (!counted) throw new Error('a count has one row')
  return counted
}

/** The calls that open a recording, to whose entries what is played belongs. */
const opensRecording = `GET ${calls.getPayloadData.path}`

/**
 * Leaves out what was played or viewed after an opening that is listed itself: one at or after this time. A ULID begins with its time.
 */
export const isNoPart = (openedFrom: string): Condition =>
  sql<boolean>`(listening_reference is null or listening_reference < ${openedFrom} or call = ${opensRecording} or denial_reason is not null)`

/** What was played and viewed after these openings, if `readable` admits it. */
export const partsOf = (tx: TenantTransaction, listenings: readonly string[], readable: Condition) =>
  tx.db
    .selectFrom('user_activities')
    .select(['listening_reference', 'activity_time', 'events'])
    .where('client', '=', tx.client)
    .where('listening_reference', 'in', [...listenings])
    .where('call', '<>', opensRecording)
    .where('denial_reason', 'is', null)
    .where(allOf([readable]))
    .orderBy('log_id')
    .limit(maxParts)
    .execute()

/** Of a page of the trail; a player reports what it played every few seconds. */
const maxParts = 10_000

/** One entry of people and client apps, if `readable` admits it. */
export const findUserActivity = (tx: TenantTransaction, log_id: string, readable: Condition) =>
  tx.db
    .selectFrom('user_activities')
    .selectAll()
    .where('client', '=', tx.client)
    .where('log_id', '=', log_id)
    .where(allOf([readable]))
    .executeTakeFirst()

/** One entry of devices, if `readable` admits it. */
export const findDeviceActivity = (tx: TenantTransaction, log_id: string, readable: Condition) =>
  tx.db
    .selectFrom('device_activities')
    .selectAll()
    .where('client', '=', tx.client)
    .where('log_id', '=', log_id)
    .where(allOf([readable]))
    .executeTakeFirst()

/** How many people on a trail are looked at, and how many are named in a condition. */
const peopleLimits = { searched: 10_000, named: 1_000 }

/**
 * Restricts a trail to people whose reference contains a text, visiting staff too, and to others. Jumps from one reference to the
 * next in the index, because the trail has many entries of few people. When there are too many, each entry is compared instead.
 */
export const isByPersonLike = async (
  { client, db }: TenantTransaction,
  { text, others, limits = peopleLimits }: { text: string; others: readonly string[]; limits?: typeof peopleLimits },
): Promise<Condition> => {
  const next = (condition: RawBuilder<unknown>) =>
    sql`(select user_id from user_activities where client = ${client} ${condition} order by user_id limit 1)`
  const isLike = containsText(['user_id'], text)
  const { rows } = await sql<{ user_id: string; place: number }>`with recursive people as (
      select ${next(sql``)} as user_id, 1 as place
      union all select ${next(sql`and user_id > people.user_id`)}, place + 1
        from people where people.user_id is not null and place <= ${limits.searched})
    select user_id, place from people where user_id is not null and (${isLike} or place > ${limits.searched})
    limit ${limits.named + 1}`.execute(db)
  const isCut = rows.length > limits.named || rows.some(({ place }) => place > limits.searched)
  if (isCut) return sql<boolean>`(${isLike} or ${isAnyOf('user_id', others)})`
  return isAnyOf('user_id', [...others, ...rows.map(({ user_id }) => user_id)])
}

/**
 * When each of these last opened content of a group, of those who did since.
 * @param users people, or `app/` and the reference of a client app
 */
export const lastOpenings = async (
  { client, db, now }: TenantTransaction,
  users: readonly string[],
  { group, since }: { group: string; since: Date },
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ user_id: string; activity_time: string }>`
    select wanted.user_id, last.activity_time from unnest(${[...users]}::text[]) as wanted (user_id)
    cross join lateral (
      select activity_time from user_activities entry
      where entry.client = ${client} and entry.user_id = wanted.user_id and entry.log_id >= ${earliestId(since)}
        and entry.log_id < ${earliestId(new Date(now.getTime() + 1))} and entry."group" = ${group} and ${sql.raw(opensContent)}
      order by entry.log_id desc limit 1) last`.execute(db)
  return new Map(rows.map(({ user_id, activity_time }) => [user_id, activity_time]))
}

import { limits, type PayloadType } from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import { compiledStatement, type PayloadRow, queryBuilder, type Statement } from '../../../platform/database/index.ts'
import { listedColumns } from './payload-page-query.ts'

/** The messages of one thread on one device, of the given groups and types; each pair is read from the index by itself. */
export interface Thread {
  client: string
  device_reference: string
  thread_id: string
  pairs: readonly { group: string; payload_type: PayloadType }[]
}

/** Where a page begins. */
export interface ThreadPosition {
  /** ISO 8601. */
  time: string
  payload_reference: string
}

interface ThreadPage {
  /** `later`: oldest first, from the position on; `earlier`: newest first, before it. */
  direction: 'earlier' | 'later'
  /** null: from the first or the last message. */
  from: ThreadPosition | null
  /** Whether a page of later messages has the one at the position, too. */
  isInclusive: boolean
  limit: number
}

/** What lists return of a message, and what is needed to open its content. */
const messageColumns = sql`${listedColumns}, p.s3_path, p.is_content_in_table, p.encrypted_dek, p.iv, p.direction,
  p.is_commented, p.lost_passes, p.state_before_deletion`

/** The statement for a page of a thread. */
export const threadPageStatement = (thread: Thread, page: ThreadPage): Statement<PayloadRow> => {
  const isLater = page.direction === 'later'
  const order = sql.raw(isLater ? 'asc' : 'desc')
  const comparison = sql.raw(isLater ? (page.isInclusive ? '>=' : '>') : '<')
  const after = page.from
    ? [
        sql`(p.payload_time, p.payload_reference) ${comparison} (${page.from.time}::timestamptz, ${page.from.payload_reference}::text)`,
      ]
    : []
  const keys = sql`select p.payload_reference, p.payload_time from payloads p
    where ${sql.join([...ofPair(thread), ...after], sql` and `)}
    order by p.payload_time ${order}, p.payload_reference ${order} limit ${sql.lit(page.limit)}`
  return sql<PayloadRow>`select ${messageColumns} from
      (select branch.* from ${eachPair(thread)} cross join lateral (${keys}) branch
        order by payload_time ${order}, payload_reference ${order} limit ${sql.lit(page.limit)}) page
    join payloads p on p.client = ${thread.client} and p.payload_reference = page.payload_reference
    order by p.payload_time ${order}, p.payload_reference ${order}`.compile(queryBuilder)
}

/** The messages of a thread by day, of the newest `maxMessagesCountedByDay`, the earliest day first. */
export const threadDaysStatement = (thread: Thread, timezone: string): Statement<{ day: string; messages: number }> => {
  const most = sql.lit(limits.maxMessagesCountedByDay)
  const times = sql`select p.payload_time from payloads p where ${sql.join(ofPair(thread), sql` and `)}
    order by p.payload_time desc, p.payload_reference desc limit ${most}`
  return sql<{ day: string; messages: number }>`select (payload_time at time zone ${timezone}::text)::date::text as day,
      count(*)::int as messages
    from (select branch.payload_time from ${eachPair(thread)} cross join lateral (${times}) branch
      order by payload_time desc limit ${most}) counted
    group by 1 order by 1`.compile(queryBuilder)
}

const eachPair = ({ pairs }: Thread): RawBuilder<unknown> =>
  sql`unnest(${pairs.map(({ group }) => group)}::text[], ${pairs.map(({ payload_type }) => payload_type)}::text[])
    as pair ("group", payload_type)`

const ofPair = ({ client, device_reference, thread_id }: Thread): RawBuilder<unknown>[] => [
  sql`p.client = ${client}`,
  sql`p.device_reference = ${device_reference}`,
  sql`p.thread_id = ${thread_id}`,
  sql`p."group" = pair."group"`,
  sql`p.payload_type = pair.payload_type`,
]

/** Those of the messages that exist, in no order. */
export const listedMessagesStatement = compiledStatement<{ client: string; references: readonly string[] }, PayloadRow>(
  (_, { client, references }) =>
    sql`select ${messageColumns} from unnest(${references}::text[]) wanted (reference)
      join payloads p on p.client = ${client} and p.payload_reference = wanted.reference`,
)

/** The query for those of these payloads that belong to a thread, for counting them. */
export const messagesOfThreads = (client: string, references: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select p.device_reference, p.thread_id, p."group", p.payload_type, coalesce(p.device_user_reference, '') as holder,
      p.payload_reference, p.payload_time, p.numbers
    from unnest(${references}::text[]) wanted (reference) cross join lateral (
      select * from payloads where client = ${client} and payload_reference = wanted.reference and thread_id is not null limit 1) p`

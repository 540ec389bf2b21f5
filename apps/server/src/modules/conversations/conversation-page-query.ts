import type { Visibility } from '@holdfast/access'
import { type ConversationQuery, type PayloadType, spanOfDateParameter } from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import { maxCountedRows } from '../../core/calls/index.ts'
import { queryBuilder, type Statement } from '../../platform/database/index.ts'
import type { Position } from '../../platform/http/index.ts'
import { hasFewBranches, type Scope, scopesOf } from '../payloads/index.ts'

type ConversationFilter = NonNullable<ConversationQuery['filter']>

/**
 * Which conversations a list shows. A conversation has a row for each group, payload type and device user among its messages.
 * Rows that the caller may not see, or that the filter leaves out, change neither its place nor its numbers.
 */
export interface ConversationList {
  client: string
  filter: ConversationFilter
  visible: readonly Visibility[]
}

/** A conversation, with what is known of its last message. */
export interface ConversationRow {
  device_reference: string
  thread_id: string
  group: string
  payload_type: PayloadType
  /** '' without a device user. */
  device_user_reference: string
  messages: number
  first_time: string
  last_time: string
  last_payload_reference: string
}

/** The statement for a page of conversations, the one with the newest message first; `null` if the caller may see none. */
export const conversationPageStatement = (
  list: ConversationList,
  limit: number,
  position: Position | null,
): Statement<ConversationRow> | null => {
  const keys = keysQuery(list, limit, position)
  return (
    keys &&
    sql<ConversationRow>`select page.*, whole.messages, whole.first_time from (${keys}) page
      cross join lateral (
        select sum(c.messages)::bigint as messages, min(c.first_time) as first_time from conversations c
        where ${allOf([...sameConversation(list, 'page'), ...listed(list, 'c')])}) whole
      order by last_time desc, last_payload_reference desc`.compile(queryBuilder)
  )
}

/** The statement that counts the conversations of a list, up to a limit; `null` if the caller may see none. */
export const conversationCountStatement = (list: ConversationList): Statement<{ total: number }> | null => {
  const keys = keysQuery(list, maxCountedRows, null)
  return keys && sql<{ total: number }>`select count(*) as total from (${keys}) counted`.compile(queryBuilder)
}

const allOf = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)

/** Each branch reads at most one page from an index in the order of the list, as in lists of payloads (docs/decisions/0011). */
const keysQuery = (list: ConversationList, limit: number, position: Position | null): RawBuilder<unknown> | null => {
  const branches = scopesOf(list.visible, list.filter.groups).map((scope) => branchOf(list, scope, limit, position))
  if (branches.length === 0) return null
  return sql`select * from (${sql.join(branches, sql` union all `)}) found
    order by last_time desc, last_payload_reference desc limit ${sql.lit(limit)}`
}

const branchOf = (
  list: ConversationList,
  scope: Scope,
  limit: number,
  position: Position | null,
): RawBuilder<unknown> => {
  const probes = probesOf(list.filter, scope)
  const [time, reference] = position ?? []
  const conditions = [
    sql`c.client = ${list.client}`,
    ...probes.map(({ column }) => sql`c.${sql.ref(column)} = ${sql.id(`probe_${column}`)}`),
    ofScope(scope, 'c'),
    ...matching(list.filter, 'c'),
    ...(position ? [sql`(c.last_time, c.last_payload_reference) < (${time}::timestamptz, ${reference}::text)`] : []),
    sql`not exists (select from conversations newer where ${allOf([
      sql`newer.client = ${list.client}`,
      sql`newer.device_reference = c.device_reference`,
      sql`newer.thread_id = c.thread_id`,
      sql`(newer.last_time, newer.last_payload_reference) > (c.last_time, c.last_payload_reference)`,
      ...listed(list, 'newer'),
    ])})`,
  ]
  const rows = sql`(select c.device_reference, c.thread_id, c."group", c.payload_type, c.device_user_reference, c.last_time,
      c.last_payload_reference from conversations c where ${allOf(conditions)}
    order by c.last_time desc, c.last_payload_reference desc limit ${sql.lit(limit)})`
  if (probes.length === 0) return rows
  const from = probes.map(({ column, values }) => sql`unnest(${values}::text[]) as ${sql.id(`probe_${column}`)}`)
  return sql`select branch.* from ${sql.join(from, sql` cross join `)} cross join lateral ${rows} branch`
}

/** Values to look up in an index, one branch each. */
interface Probe {
  column: 'group' | 'payload_type' | 'device_reference' | 'device_user_reference'
  values: readonly string[]
}

const probesOf = ({ device_references, device_user_references }: ConversationFilter, scope: Scope): Probe[] => {
  if (device_references) return [{ column: 'device_reference', values: device_references }]
  if (device_user_references) return [{ column: 'device_user_reference', values: device_user_references }]
  const { groups, types } = scope
  if (!groups || !hasFewBranches(groups, types)) return []
  return [
    { column: 'group', values: groups },
    { column: 'payload_type', values: types },
  ]
}

const sameConversation = ({ client }: ConversationList, table: 'page'): RawBuilder<unknown>[] => [
  sql`c.client = ${client}`,
  sql`c.device_reference = ${sql.ref(`${table}.device_reference`)}`,
  sql`c.thread_id = ${sql.ref(`${table}.thread_id`)}`,
]

/** The conditions under which the list shows a row: the caller may see it, and the filter matches. */
const listed = ({ filter, visible }: ConversationList, table: string): RawBuilder<unknown>[] => {
  const scopes = scopesOf(visible, filter.groups).map((scope) => ofScope(scope, table))
  return [sql`(${sql.join(scopes, sql` or `)})`, ...matching(filter, table)]
}

const ofScope = ({ types, groups }: Scope, table: string): RawBuilder<unknown> => {
  const ofTypes = sql`${sql.ref(`${table}.payload_type`)} = any(${types}::text[])`
  return groups ? sql`(${ofTypes} and ${sql.ref(`${table}.group`)} = any(${groups}::text[]))` : ofTypes
}

/** The period is that of a conversation: from its first to its last message. */
const matching = (filter: ConversationFilter, table: string): RawBuilder<unknown>[] => {
  const { device_references, device_user_references, numbers, date_from, date_to } = filter
  const anyOf = (column: string, values: readonly string[] | undefined) =>
    values ? [sql`${sql.ref(`${table}.${column}`)} = any(${values}::text[])`] : []
  return [
    ...anyOf('device_reference', device_references),
    ...anyOf('device_user_reference', device_user_references),
    ...(numbers ? [sql`${sql.ref(`${table}.numbers`)} && ${numbers}::text[]`] : []),
    ...(date_from
      ? [sql`${sql.ref(`${table}.last_time`)} >= ${spanOfDateParameter(date_from).from}::timestamptz`]
      : []),
    ...(date_to ? [sql`${sql.ref(`${table}.first_time`)} < ${spanOfDateParameter(date_to).until}::timestamptz`] : []),
  ]
}

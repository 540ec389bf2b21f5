import {
  type CallInput,
  type calls,
  type DeviceActivity,
  spanOfDateParameter,
  type UserActivity,
} from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import { encodeTime } from 'ulid'
import type { TenantTransaction } from '../../platform/database/index.ts'
import {
  answerList,
  countedSoFar,
  type ListRequest,
  mostCountedRows,
  type Position,
  type RequestContext,
} from '../../platform/http/index.ts'
import { readableTrail } from './visible-trail.ts'

type UserQuery = CallInput<typeof calls.listActivities>
type DeviceQuery = CallInput<typeof calls.listDeviceActivities>
type UserFilter = NonNullable<UserQuery['query']['filter']>
type DeviceFilter = NonNullable<DeviceQuery['query']['filter']>
type Condition = RawBuilder<unknown>
type Logged = { log_id: string }

/** `GET /activities`: what people and client apps did or tried, newest first. */
export const listActivities = (ctx: RequestContext, { query }: UserQuery) =>
  listFrom<UserFilter, UserActivity & Logged>(ctx, query, 'user_activities', ({ user_id, is_client_app }) => [
    ...(user_id === undefined ? [] : [sql`user_id = ${user_id}`]),
    ...(is_client_app === undefined ? [] : [sql`is_client_app = ${is_client_app}`]),
  ])

/** `GET /device_activities`: what devices did or tried, newest first. */
export const listDeviceActivities = (ctx: RequestContext, { query }: DeviceQuery) =>
  listFrom<DeviceFilter, DeviceActivity & Logged>(ctx, query, 'device_activities', (filter) => [
    ...(filter.device_references ? [sql`device_reference = any(${filter.device_references}::text[])`] : []),
    ...(filter.device_user_references
      ? [sql`device_user_reference = any(${filter.device_user_references}::text[])`]
      : []),
  ])

const listFrom = async <Filter extends UserFilter | DeviceFilter, Item extends Logged>(
  ctx: RequestContext,
  query: ListRequest<Filter>,
  table: 'user_activities' | 'device_activities',
  ownConditions: (filter: Partial<Filter>) => Condition[],
) => {
  const readable = await readableTrail(ctx)
  const conditionsOf = (tx: TenantTransaction, filter: Partial<Filter>): Condition[] => [
    sql`client = ${tx.client}`,
    ...(readable ? [readable] : []),
    ...sharedConditions(filter),
    ...ownConditions(filter),
  ]
  return answerList<Filter, Item, Item>(ctx, query, {
    list: table,
    rows: (filter, limit, position) =>
      ctx.read(async (tx) => {
        const conditions = [...conditionsOf(tx, filter), ...after(position)]
        const { rows } = await sql<Item & { call: string }>`
          select * from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}
          order by log_id desc limit ${limit}`.execute(tx.db)
        return rows.map((row) => ({ ...row, action: row.call }))
      }),
    positionOf: ({ log_id }) => [log_id],
    toItem: (row) => row,
    total: (filter) =>
      ctx.read(async (tx) => {
        const conditions = conditionsOf(tx, filter)
        const { rows } = await sql<{ total: number }>`select count(*) as total from (
          select log_id from ${sql.table(table)} where ${sql.join(conditions, sql` and `)} limit ${mostCountedRows}
        ) counted`.execute(tx.db)
        return countedSoFar(rows[0]?.total ?? 0)
      }),
  })
}

const sharedConditions = ({
  date_from,
  date_to,
  groups,
  action,
  is_allowed,
}: Partial<UserFilter & DeviceFilter>): Condition[] => [
  ...(groups ? [sql`"group" = any(${groups}::text[])`] : []),
  // A log_id begins with the time at which it was written, so that a range of days is a range of the key.
  ...(date_from ? [sql`log_id >= ${firstIdOf(spanOfDateParameter(date_from).from)}`] : []),
  ...(date_to ? [sql`log_id < ${firstIdOf(spanOfDateParameter(date_to).until)}`] : []),
  ...(action ? [sql`call = ${action}`] : []),
  ...(is_allowed === undefined ? [] : [sql`is_allowed = ${is_allowed}`]),
]

const timeCharacters = 10
const firstIdOf = (time: string): string => encodeTime(Math.max(0, Date.parse(time)), timeCharacters)

const after = (position: Position | null): Condition[] => (position ? [sql`log_id < ${position[0]}`] : [])

import {
  type CallInput,
  type calls,
  type ListedDeviceLog,
  maxListedMessageCharacters,
  maxListedReportCharacters,
  ProductError,
} from '@holdfast/contract'
import { sql } from 'kysely'
import { answerReportList, type RequestContext } from '../../core/calls/index.ts'
import { containsText, isAnyOf } from '../../platform/database/index.ts'
import { setAuditGroupOf } from '../devices/index.ts'
import { groupsEver } from '../groups/index.ts'

type Query = CallInput<typeof calls.listDeviceLogs>['query']

/** Handsets may send texts as long as a request. */
const shortened = (column: string, characters: number) =>
  sql`left(r.${sql.ref(column)}, ${sql.lit(characters)}) as ${sql.ref(column)}`

const columns = sql`r.client, r.log_id, r.device_reference, r.device_user_reference, r."group", r.log_level, r.log_datetime,
  r.payload_reference, r.received_at, ${shortened('log_class', maxListedReportCharacters)},
  ${shortened('local_timezone', maxListedReportCharacters)}, ${shortened('log_message', maxListedMessageCharacters)},
  length(r.log_message) > ${sql.lit(maxListedMessageCharacters)} as is_shortened`

const listMatching = async (ctx: RequestContext, query: Query) =>
  answerReportList(ctx, query, {
    list: 'device_logs',
    table: 'device_logs',
    columns,
    key: ['log_datetime', 'log_id'],
    visible: await groupsEver(ctx, 'logs:read'),
    conditions: ({ log_levels, log_classes, payload_references, search }: NonNullable<Query['filter']>) => [
      isAnyOf('log_level', log_levels),
      // PostgreSQL uses the index of the few lines with these levels only if their condition is there in so many words.
      log_levels?.every((level) => rareLevels.includes(level))
        ? sql<boolean>`log_level in ('WARN', 'ERROR')`
        : undefined,
      isAnyOf('log_class', log_classes),
      isAnyOf('payload_reference', payload_references),
      containsText(['log_message'], search),
    ],
    toItems: (rows: ListedDeviceLog[]) => rows,
  })

const rareLevels: readonly string[] = ['WARN', 'ERROR']

/** `GET /device_logs`: lines in groups that the caller may see. */
export const listDeviceLogs = (ctx: RequestContext, { query }: CallInput<typeof calls.listDeviceLogs>) =>
  listMatching(ctx, query)

/** `GET /devices/{device_reference}/logs`: also lines from the time of its former holders, in groups that the caller may see. */
export const listLogsOfDevice = async (
  ctx: RequestContext,
  { params: { device_reference }, query }: CallInput<typeof calls.listLogsOfDevice>,
) => {
  await setAuditGroupOf(ctx, { device_reference })
  return listMatching(ctx, { ...query, filter: { ...query.filter, device_references: [device_reference] } })
}

/** `GET /users/{device_user_reference}/logs`: lines of devices while they held them. */
export const listLogsOfDeviceUser = async (
  ctx: RequestContext,
  { params: { device_user_reference }, query }: CallInput<typeof calls.listLogsOfDeviceUser>,
) => {
  await setAuditGroupOf(ctx, { device_user_reference })
  return listMatching(ctx, { ...query, filter: { ...query.filter, device_user_references: [device_user_reference] } })
}

/** `GET /device_logs/{log_id}`. */
export const getDeviceLog = async (ctx: RequestContext, { params }: CallInput<typeof calls.getDeviceLog>) => {
  const visible = await groupsEver(ctx, 'logs:read')
  const line = await ctx.read((tx) =>
    tx.db
      .selectFrom('device_logs')
      .selectAll()
      .where('client', '=', tx.client)
      .where('log_id', '=', params.log_id)
      .executeTakeFirst(),
  )
  if (!line || (visible !== 'all' && !visible.includes(line.group))) throw new ProductError('request.not_found')
  ctx.setAuditGroup(line.group)
  return line
}

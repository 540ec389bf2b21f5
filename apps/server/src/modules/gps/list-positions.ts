import { type CallInput, type calls, type ListedPosition, maxListedReportCharacters } from '@holdfast/contract'
import { sql } from 'kysely'
import { answerReportList, type RequestContext } from '../../core/calls/index.ts'
import { isAnyOf } from '../../platform/database/index.ts'
import { setAuditGroupOf } from '../devices/index.ts'
import { groupsEver } from '../groups/index.ts'

type Query = CallInput<typeof calls.listPositions>['query']

/** Handsets may send any text. */
const shortened = (column: string) =>
  sql`left(r.${sql.ref(column)}, ${sql.lit(maxListedReportCharacters)}) as ${sql.ref(column)}`

const columns = sql`r.client, r.gps_reference, r.device_reference, r.device_user_reference, r."group", r.latitude, r.longitude,
  r.altitude, r.accuracy, ${shortened('provider')}, r."timestamp", ${shortened('timezone')}, r.received_at`

const listMatching = async (ctx: RequestContext, query: Query) =>
  answerReportList(ctx, query, {
    list: 'gps',
    table: 'gps',
    columns,
    key: ['timestamp', 'gps_reference'],
    visible: await groupsEver(ctx, 'gps:read'),
    conditions: ({ providers }: NonNullable<Query['filter']>) => [isAnyOf('provider', providers)],
    toItems: (rows: ListedPosition[]) => rows,
  })

/** `GET /gps`: positions in groups that the caller may see. */
export const listPositions = (ctx: RequestContext, { query }: CallInput<typeof calls.listPositions>) =>
  listMatching(ctx, query)

/** `GET /devices/{device_reference}/gps`: also positions of its former holders, in groups that the caller may see. */
export const listDevicePositions = async (
  ctx: RequestContext,
  { params: { device_reference }, query }: CallInput<typeof calls.listDevicePositions>,
) => {
  await setAuditGroupOf(ctx, { device_reference })
  return listMatching(ctx, { ...query, filter: { ...query.filter, device_references: [device_reference] } })
}

/** `GET /users/{device_user_reference}/gps`: positions of devices while they held them. */
export const listDeviceUserPositions = async (
  ctx: RequestContext,
  { params: { device_user_reference }, query }: CallInput<typeof calls.listDeviceUserPositions>,
) => {
  await setAuditGroupOf(ctx, { device_user_reference })
  return listMatching(ctx, { ...query, filter: { ...query.filter, device_user_references: [device_user_reference] } })
}

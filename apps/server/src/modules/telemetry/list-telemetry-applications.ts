import type { CallInput, calls, DeviceTelemetry } from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import { answerList, cappedTotal, maxCountedRows, type RequestContext } from '../../core/calls/index.ts'
import { allOf, containsText, type TenantTransaction } from '../../platform/database/index.ts'
import { groupsOfReports } from './list-telemetry.ts'

type Application = NonNullable<DeviceTelemetry['applications']>[number]
type Filter = NonNullable<CallInput<typeof calls.listTelemetryApplications>['query']['filter']>
interface Row {
  application: Application
  place: number
  telemetry_id: string
}

/** `GET /devices/{device_reference}/telemetry/applications`: by name. All pages are of the report that was the latest at the first one. */
export const listTelemetryApplications = async (
  ctx: RequestContext,
  { params: { device_reference }, query }: CallInput<typeof calls.listTelemetryApplications>,
) => {
  const visible = await groupsOfReports(ctx, device_reference)
  const latest = (tx: TenantTransaction) => findLatest(tx, device_reference, visible)
  return answerList<Filter, Row, Application>(ctx, query, {
    list: `applications of ${device_reference}`,
    rows: (filter, limit, position) =>
      ctx.read(async (tx) => {
        const telemetry_id = position ? String(position[0]) : await latest(tx)
        const place = Number(position?.[1] ?? 0)
        if (telemetry_id === undefined) return []
        const { rows } = await sql<Row>`select application, place, ${telemetry_id} as telemetry_id
          from ${applications(tx, telemetry_id, visible)}
          where place > ${place} and ${matching(filter)} order by place limit ${limit}`.execute(tx.db)
        return rows
      }),
    positionOf: ({ telemetry_id, place }) => [telemetry_id, String(place)],
    toItems: (rows) => rows.map(({ application }) => application),
    total: (filter) =>
      ctx.read(async (tx) => {
        const telemetry_id = await latest(tx)
        if (telemetry_id === undefined) return 0
        const { rows } = await sql<{ total: number }>`select count(*) as total from (select
          from ${applications(tx, telemetry_id, visible)} where ${matching(filter)} limit ${maxCountedRows}) counted`.execute(
          tx.db,
        )
        return cappedTotal(rows[0]?.total ?? 0)
      }),
  })
}

/** The applications of a report, each with its place by name. */
const applications = (
  { client }: TenantTransaction,
  telemetry_id: string,
  visible: readonly string[],
): RawBuilder<unknown> => sql`(
  select application, row_number() over (order by lower(application ->> 'simple_name'), reported.place)::integer as place
  from device_telemetry cross join lateral jsonb_array_elements(applications) with ordinality reported (application, place)
  where client = ${client} and telemetry_id = ${telemetry_id} and "group" = any(${visible}::text[])) named`

const matching = ({ search, is_system_app }: Partial<Filter>) =>
  allOf([
    containsText([sql`application ->> 'simple_name'`, sql`application ->> 'package_name'`], search),
    is_system_app === undefined
      ? undefined
      : sql<boolean>`(application ->> 'is_system_app')::boolean = ${is_system_app}`,
  ])

const findLatest = async (
  { client, db }: TenantTransaction,
  device_reference: string,
  visible: readonly string[],
): Promise<string | undefined> => {
  const latest = await db
    .selectFrom('latest_telemetry')
    .select('telemetry_id')
    .where('client', '=', client)
    .where('device_reference', '=', device_reference)
    .where('group', 'in', [...visible])
    .executeTakeFirst()
  return latest?.telemetry_id
}

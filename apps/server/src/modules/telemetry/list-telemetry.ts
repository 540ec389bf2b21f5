import { type CallInput, type calls, ProductError, spanOfDateParameter } from '@holdfast/contract'
import { sql } from 'kysely'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { type Condition, hasAnyOf, isAnyOf } from '../../platform/database/index.ts'
import { findDeviceGroup, isOfDevice } from '../devices/index.ts'
import { reportColumns, reportsOf } from './reported-telemetry.ts'

type Filter = NonNullable<CallInput<typeof calls.listTelemetry>['query']['filter']>

/**
 * `GET /telemetry`: the latest report of each device that is in a group that the caller may see, and was when the report arrived. So nobody
 * sees what a device reported before it was handed to their group.
 */
export const listTelemetry = async (ctx: RequestContext, { query }: CallInput<typeof calls.listTelemetry>) => {
  const visible = await ctx.groupsFor('telemetry:read')
  return answerTableList(ctx, query, {
    table: 'latest_telemetry',
    columns: [...reportColumns, 'problem_count'],
    key: ['problem_count', 'device_reference'],
    direction: 'desc',
    conditions: (filter) => [
      isAnyOf('group', visible),
      isAnyOf('group', filter.groups),
      isAnyOf('device_reference', filter.device_references),
      isOfDevice(ctx, { groups: visible, device_user_references: filter.device_user_references }),
      ...problemConditions(filter),
    ],
    toItems: (rows) =>
      reportsOf(
        ctx,
        rows.map(({ problem_count: _, ...row }) => row),
      ),
  })
}

/** `GET /devices/{device_reference}/telemetry`. 404 for a device of a group that the caller may not see. */
export const listDeviceTelemetry = async (
  ctx: RequestContext,
  { params: { device_reference }, query }: CallInput<typeof calls.listDeviceTelemetry>,
) => {
  const visible = await groupsOfReports(ctx, device_reference)
  return answerTableList(ctx, query, {
    table: 'device_telemetry',
    list: `telemetry of ${device_reference}`,
    columns: reportColumns,
    // It begins with the time of the report.
    key: ['telemetry_id'],
    direction: 'desc',
    conditions: ({ date_from, date_to }) => [
      isAnyOf('device_reference', [device_reference]),
      isAnyOf('group', visible),
      date_from === undefined ? undefined : sql<boolean>`telemetry_id >= ${spanOfDateParameter(date_from).from}`,
      date_to === undefined ? undefined : sql<boolean>`telemetry_id < ${spanOfDateParameter(date_to).until}`,
    ],
    toItems: (rows) => reportsOf(ctx, rows),
  })
}

/**
 * The groups whose reports of a device the caller may read.
 * @throws ProductError `request.not_found` for a device of a group that they may not see
 */
export const groupsOfReports = async (ctx: RequestContext, device_reference: string): Promise<readonly string[]> => {
  const group = await ctx.read((tx) => findDeviceGroup(tx, device_reference))
  const visible = await ctx.groupsFor('telemetry:read')
  if (group === undefined || !visible.includes(group)) throw new ProductError('request.not_found')
  ctx.setAuditGroup(group)
  return visible
}

type ProblemFilter = Pick<Filter, 'problems' | 'has_problems' | 'app_versions' | 'other_app_versions' | 'os_versions'>

/** What lists of latest reports can be filtered by. */
export const problemConditions = (filter: ProblemFilter): Condition[] => [
  hasAnyOf('problems', filter.problems),
  filter.has_problems === undefined ? undefined : sql<boolean>`(problem_count > 0) = ${filter.has_problems}`,
  isAnyOf('app_version', filter.app_versions),
  filter.other_app_versions && sql<boolean>`app_version <> all(${filter.other_app_versions}::text[])`,
  isAnyOf('os_version', filter.os_versions),
]

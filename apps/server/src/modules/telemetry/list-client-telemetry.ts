import type { CallInput, calls } from '@holdfast/contract'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { isAnyOf } from '../../platform/database/index.ts'
import { isOfSilentDevice } from '../devices/index.ts'
import { problemConditions } from './list-telemetry.ts'
import { reportColumns, reportOf } from './reported-telemetry.ts'

/** `GET /telemetry` of the provider's area: by account and device, because no index may begin with anything but the account. */
export const listClientsTelemetry = (ctx: RequestContext, { query }: CallInput<typeof calls.listClientsTelemetry>) =>
  answerTableList(ctx, query, {
    table: 'latest_telemetry',
    list: 'telemetry of all clients',
    account: 'all',
    columns: reportColumns,
    key: ['client', 'device_reference'],
    conditions: (filter) => [
      isAnyOf('client', filter.clients),
      isOfSilentDevice('latest_telemetry', filter.silent_since),
      ...problemConditions(filter),
    ],
    toItems: (rows) => rows.map(reportOf),
  })

/** `GET /clients/{client}/telemetry`. It is on the trail of the customer, too. */
export const listClientTelemetry = async (
  ctx: RequestContext,
  { params: { client }, query }: CallInput<typeof calls.listClientTelemetry>,
) => {
  await ctx.enterCustomer(client)
  return answerTableList(ctx, query, {
    table: 'latest_telemetry',
    list: 'telemetry of a client',
    columns: [...reportColumns, 'problem_count'],
    key: ['problem_count', 'device_reference'],
    direction: 'desc',
    conditions: problemConditions,
    toItems: (rows) => rows.map(({ problem_count: _, ...row }) => reportOf(row)),
  })
}

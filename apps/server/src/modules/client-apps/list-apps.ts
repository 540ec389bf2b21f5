import type { CallInput, ClientAppConfiguration, calls } from '@holdfast/contract'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { isAnyOf, isAnyOfOrNull } from '../../platform/database/index.ts'
import { appColumns, toApp } from './app-row.ts'
import { appRights, mayOf } from './policy.ts'

/** `GET /account/apps`: the apps of groups in which the caller may read apps, by reference; apps of the whole account likewise. */
export const listApps = async (ctx: RequestContext, { query }: CallInput<typeof calls.listApps>) => {
  const may = await appRights(ctx)
  const groups = await ctx.groupsFor('apps:read')
  const visible = may('apps:read', { group: null }) ? isAnyOfOrNull('group', groups) : isAnyOf('group', groups)
  return answerTableList(ctx, query, {
    list: 'apps',
    table: 'client_apps',
    columns: appColumns,
    key: ['app_reference'],
    conditions: () => [visible],
    toItems: (rows): ClientAppConfiguration[] => rows.map((row) => toApp(row, mayOf(may, row))),
  })
}

import type { CallInput, ClientAppConfiguration, calls } from '@holdfast/contract'
import { answerList, type RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { appRights } from './app-rights.ts'
import { type AppRow, apps, toApp } from './app-row.ts'

/** Number of apps per query. Apps that the caller may not see are filtered out afterwards. */
const appsAtOnce = 200

/** `GET /account/apps`: the apps that the caller may see, ordered by reference. */
export const listApps = async (ctx: RequestContext, { query }: CallInput<typeof calls.listApps>) => {
  const may = await appRights(ctx)
  const isVisible = (app: AppRow) => may('apps:read', app)
  return answerList<object, AppRow, ClientAppConfiguration>(ctx, query, {
    list: 'apps',
    rows: (_filter, limit, position) =>
      ctx.read((tx) => visibleApps(tx, isVisible, { after: String(position?.[0] ?? ''), limit })),
    positionOf: ({ app_reference }) => [app_reference],
    toItems: (rows) => rows.map(toApp),
    total: () =>
      ctx.read(async (tx) => {
        const visible = await visibleApps(tx, isVisible, { after: '', limit: Number.POSITIVE_INFINITY })
        return visible.length
      }),
  })
}

const visibleApps = async (
  tx: TenantTransaction,
  isVisible: (app: AppRow) => boolean,
  { after, limit }: { after: string; limit: number },
): Promise<AppRow[]> => {
  const found: AppRow[] = []
  for (let last = after; ; ) {
    const rows = await apps
      .select(tx)
      .where('app_reference', '>', last)
      .orderBy('app_reference')
      .limit(appsAtOnce)
      .execute()
    found.push(...rows.filter(isVisible))
    if (found.length >= limit || rows.length < appsAtOnce) return found.slice(0, limit)
    last = rows.at(-1)?.app_reference ?? last
  }
}

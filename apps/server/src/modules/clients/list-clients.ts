import type { CallInput, Client, calls } from '@holdfast/contract'
import { answerList, type RequestContext } from '../../platform/http/index.ts'

type Filter = NonNullable<CallInput<typeof calls.listClients>['query']['filter']>

/** `GET /clients`, by identifier. */
export const listClients = (ctx: RequestContext, { query }: CallInput<typeof calls.listClients>) => {
  const { database } = ctx.platform
  return answerList<Filter, Client, Client>(ctx, query, {
    list: 'clients',
    rows: (filter, limit, position) =>
      database.readAcrossClients((db) =>
        db
          .selectFrom('clients')
          .select(['client', 'name', 'locale', 'is_active', 'created_at'])
          .where('client', '>', String(position?.[0] ?? ''))
          .$if(filter.is_active !== undefined, (q) => q.where('is_active', '=', filter.is_active === true))
          .orderBy('client')
          .limit(limit)
          .execute(),
      ),
    positionOf: ({ client }) => [client],
    toItem: (client) => client,
    total: (filter) =>
      database.readAcrossClients(async (db) => {
        const row = await db
          .selectFrom('clients')
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .$if(filter.is_active !== undefined, (q) => q.where('is_active', '=', filter.is_active === true))
          .executeTakeFirst()
        return row?.total ?? 0
      }),
  })
}

import type { CallInput, Client, calls, PublicKeys } from '@holdfast/contract'
import { answerList, type RequestContext } from '../../platform/http/index.ts'

type ClientFilter = NonNullable<CallInput<typeof calls.listClients>['query']['filter']>
type KeyFilter = NonNullable<CallInput<typeof calls.listPublicKeys>['query']['filter']>

/** `GET /clients`, by identifier. */
export const listClients = (ctx: RequestContext, { query }: CallInput<typeof calls.listClients>) => {
  const { database } = ctx.platform
  return answerList<ClientFilter, Client, Client>(ctx, query, {
    list: 'clients',
    rows: (filter, limit, position) =>
      database.readAcrossClients(async (db) => {
        const rows = await db
          .selectFrom('clients')
          .select(['client', 'name', 'locale', 'is_active', 'created_at'])
          .where('client', '>', String(position?.[0] ?? ''))
          .$if(filter.is_active !== undefined, (q) => q.where('is_active', '=', filter.is_active === true))
          .orderBy('client')
          .limit(limit)
          .execute()
        return rows
      }),
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

/** `GET /public_keys` of all accounts, newest first. */
export const listPublicKeys = (ctx: RequestContext, { query }: CallInput<typeof calls.listPublicKeys>) => {
  const { database } = ctx.platform
  return answerList<KeyFilter, PublicKeys, PublicKeys>(ctx, query, {
    list: 'public_keys',
    rows: (filter, limit, position) =>
      database.readAcrossClients(async (db) => {
        const rows = await db
          .selectFrom('client_keys')
          .select(['client', 'key_id', 'algorithm', 'public_key', 'is_current', 'created_at'])
          .$if(filter.client !== undefined, (q) => q.where('client', '=', filter.client ?? ''))
          .$if(filter.is_current !== undefined, (q) => q.where('is_current', '=', filter.is_current === true))
          .$if(position !== null, (q) =>
            q.where((eb) =>
              eb(eb.refTuple('created_at', 'key_id'), '<', eb.tuple(String(position?.[0]), String(position?.[1]))),
            ),
          )
          .orderBy('created_at', 'desc')
          .orderBy('key_id', 'desc')
          .limit(limit)
          .execute()
        return rows
      }),
    positionOf: ({ created_at, key_id }) => [created_at, key_id],
    toItem: (key) => key,
    total: (filter) =>
      database.readAcrossClients(async (db) => {
        const row = await db
          .selectFrom('client_keys')
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .$if(filter.client !== undefined, (q) => q.where('client', '=', filter.client ?? ''))
          .$if(filter.is_current !== undefined, (q) => q.where('is_current', '=', filter.is_current === true))
          .executeTakeFirst()
        return row?.total ?? 0
      }),
  })
}

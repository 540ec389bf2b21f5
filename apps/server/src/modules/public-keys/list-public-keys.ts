import type { CallInput, calls, PublicKeys } from '@holdfast/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'
import { answerList, type RequestContext } from '../../platform/http/index.ts'

type Filter = NonNullable<CallInput<typeof calls.listPublicKeys>['query']['filter']>

/** `GET /public_keys` of all accounts, newest first. */
export const listPublicKeys = (ctx: RequestContext, { query }: CallInput<typeof calls.listPublicKeys>) => {
  const { database } = ctx.platform
  return answerList<Filter, PublicKeys, PublicKeys>(ctx, query, {
    list: 'public_keys',
    rows: (filter, limit, position) =>
      database.readAcrossClients((db) =>
        keysWhere(db, filter)
          .select(['client', 'key_id', 'algorithm', 'public_key', 'is_current', 'created_at'])
          .$if(position !== null, (q) =>
            q.where((eb) =>
              eb(eb.refTuple('created_at', 'key_id'), '<', eb.tuple(String(position?.[0]), String(position?.[1]))),
            ),
          )
          .orderBy('created_at', 'desc')
          .orderBy('key_id', 'desc')
          .limit(limit)
          .execute(),
      ),
    positionOf: ({ created_at, key_id }) => [created_at, key_id],
    toItem: (key) => key,
    total: (filter) =>
      database.readAcrossClients(async (db) => {
        const row = await keysWhere(db, filter)
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .executeTakeFirst()
        return row?.total ?? 0
      }),
  })
}

const keysWhere = (db: Kysely<Tables>, { client, is_current }: Filter) =>
  db
    .selectFrom('client_keys')
    .$if(client !== undefined, (q) => q.where('client', '=', client ?? ''))
    .$if(is_current !== undefined, (q) => q.where('is_current', '=', is_current === true))

import type { CallInput, calls, SupportAccess } from '@holdfast/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'
import { answerList, type ListRequest, type Position, type RequestContext } from '../../platform/http/index.ts'
import { asOf, findRequest, selectRequests } from './support-request.ts'
import { isInState } from './support-state.ts'

type Filter = NonNullable<CallInput<typeof calls.listSupportAccess>['query']['filter']>
type FilterAcross = NonNullable<CallInput<typeof calls.listSupportAccessByStatus>['query']['filter']>

/** `GET /supportaccess` of the account, newest first. */
export const listSupportAccess = (ctx: RequestContext, { query }: CallInput<typeof calls.listSupportAccess>) =>
  listOfAccount(ctx, ctx.client, query)

/** `GET /clients/{client}/supportaccess`: the same, for the staff who ask. */
export const listClientSupportAccess = async (
  ctx: RequestContext,
  { params, query }: CallInput<typeof calls.listClientSupportAccess>,
) => listOfAccount(ctx, await ctx.platform.clients.customer(params.client), query)

/** `GET /supportaccess/{approval_status}` of all accounts, newest first. */
export const listSupportAccessByStatus = (
  ctx: RequestContext,
  { params, query }: CallInput<typeof calls.listSupportAccessByStatus>,
) => {
  const { approval_status: approval_state } = params
  const { database } = ctx.platform
  return answerList<FilterAcross, SupportAccess, SupportAccess>(ctx, query, {
    list: `support_access ${approval_state}`,
    ...listed((filter, work) => {
      const now = new Date()
      return database.readAcrossClients((db) => work(requestsWhere(db, { ...filter, approval_state }, now), now))
    }),
  })
}

/** `GET /supportaccess/{request_reference}`. */
export const getSupportAccess = (ctx: RequestContext, { params }: CallInput<typeof calls.getSupportAccess>) =>
  ctx.read((tx) => findRequest(tx, params.request_reference))

/** `GET /clients/{client}/supportaccess/{request_reference}`. */
export const getClientSupportAccess = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.getClientSupportAccess>,
): Promise<SupportAccess> => {
  const client = await ctx.platform.clients.customer(params.client)
  return ctx.platform.database.read(client, (tx) => findRequest(tx, params.request_reference))
}

const listOfAccount = (ctx: RequestContext, client: string, query: ListRequest<Filter>) =>
  answerList<Filter, SupportAccess, SupportAccess>(ctx, query, {
    list: `support_access of ${client}`,
    ...listed((filter, work) =>
      ctx.platform.database.read(client, (tx) => work(requestsWhere(tx.db, { ...filter, client }, tx.now), tx.now)),
    ),
  })

type Requests = ReturnType<typeof requestsWhere>

/** Requests have one order everywhere: by reference, which begins with the time they were made at. */
const listed = <F>(
  read: <T>(filter: Partial<F>, work: (requests: Requests, now: Date) => Promise<T>) => Promise<T>,
) => ({
  rows: (filter: Partial<F>, limit: number, position: Position | null) =>
    read(filter, async (requests, now) => {
      const rows = await requests
        .$if(position !== null, (q) => q.where('request_reference', '<', String(position?.[0])))
        .orderBy('request_reference', 'desc')
        .limit(limit)
        .execute()
      return rows.map((row) => asOf(now, row))
    }),
  positionOf: ({ request_reference }: SupportAccess) => [request_reference],
  toItem: (request: SupportAccess) => request,
  total: (filter: Partial<F>) =>
    read(filter, async (requests) => {
      const row = await requests
        .clearSelect()
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirst()
      return row?.total ?? 0
    }),
})

const requestsWhere = (db: Kysely<Tables>, filter: Filter & { client?: string }, now: Date) => {
  const { client, approval_state, requested_by } = filter
  return selectRequests(db)
    .$if(client !== undefined, (q) => q.where('client', '=', client ?? ''))
    .$if(requested_by !== undefined, (q) => q.where('requested_by', '=', requested_by ?? ''))
    .$if(approval_state !== undefined, (q) => q.where(isInState(approval_state ?? 'pending', now)))
}

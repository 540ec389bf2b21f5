import type { CallInput, calls, SupportAccess } from '@holdfast/contract'
import { expressionBuilder } from 'kysely'
import { answerTableList, type ListRequest, type RequestContext } from '../../core/calls/index.ts'
import { type Condition, isEqual, type Tables } from '../../platform/database/index.ts'
import { asOf, findRequest, requestColumns } from './support-request.ts'
import { isInState } from './support-state.ts'

type Filter = NonNullable<CallInput<typeof calls.listSupportAccess>['query']['filter']>

/** `GET /supportaccess` of the account, newest first. */
export const listSupportAccess = (ctx: RequestContext, { query }: CallInput<typeof calls.listSupportAccess>) =>
  listOfAccount(ctx, ctx.client, query)

/** `GET /clients/{client}/supportaccess`: the same, for staff. */
export const listClientSupportAccess = async (
  ctx: RequestContext,
  { params, query }: CallInput<typeof calls.listClientSupportAccess>,
) => listOfAccount(ctx, await ctx.platform.clients.customerName(params.client), query)

/** `GET /supportaccess/{approval_status}` of all accounts, newest first. */
export const listSupportAccessByStatus = (
  ctx: RequestContext,
  { params, query }: CallInput<typeof calls.listSupportAccessByStatus>,
) =>
  answerTableList(ctx, query, {
    ...requestList,
    list: `support_access ${params.approval_status}`,
    account: 'all',
    conditions: (filter) => [
      isEqual('client', filter.client),
      isEqual('requested_by', filter.requested_by),
      hasState(params.approval_status),
    ],
  })

/** `GET /supportaccess/{request_reference}`. */
export const getSupportAccess = (ctx: RequestContext, { params }: CallInput<typeof calls.getSupportAccess>) =>
  ctx.read((tx) => findRequest(tx, params.request_reference))

/** `GET /clients/{client}/supportaccess/{request_reference}`. */
export const getClientSupportAccess = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.getClientSupportAccess>,
): Promise<SupportAccess> => {
  const client = await ctx.platform.clients.customerName(params.client)
  return ctx.platform.database.read(client, (tx) => findRequest(tx, params.request_reference))
}

const listOfAccount = (ctx: RequestContext, account: string, query: ListRequest<Filter>) =>
  answerTableList(ctx, query, {
    ...requestList,
    list: `support_access of ${account}`,
    account,
    conditions: (filter) => [isEqual('requested_by', filter.requested_by), hasState(filter.approval_state)],
  })

/** Newest first, since references begin with the time of creation. */
const requestList = {
  table: 'support_access',
  columns: requestColumns,
  key: ['request_reference'],
  direction: 'desc',
  toItems: (requests: SupportAccess[]) => requests.map((request) => asOf(new Date(), request)),
} as const

const hasState = (state: SupportAccess['approval_state'] | undefined): Condition =>
  state && isInState(state, new Date())(expressionBuilder<Tables, 'support_access'>())

import type { Access } from '@holdfast/access'
import { type CallInput, type calls, type ListTotal, ProductError } from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import { answerTableList, cappedTotal, maxCountedRows, type RequestContext } from '../../core/calls/index.ts'
import { isEqual, type TenantTransaction } from '../../platform/database/index.ts'
import { findRequest, isInState } from './request-row.ts'
import { showRequest, showRequests } from './show-requests.ts'

/** `GET /access_requests`. */
export const listAccessRequests = (ctx: RequestContext, { query }: CallInput<typeof calls.listAccessRequests>) => {
  const { user_reference } = ctx.user
  return answerTableList(ctx, query, {
    table: 'access_requests',
    key: ['access_request_reference'],
    direction: 'desc',
    conditions: ({ state, is_own, is_for_me }) => [
      seesAll(ctx) ? undefined : isEqual('requested_by', user_reference),
      state && isInState(state, new Date()),
      is_own === undefined ? undefined : sql<boolean>`(requested_by = ${user_reference}) = ${is_own}`,
      is_for_me === undefined ? undefined : sql<boolean>`(${isFor(ctx.access, user_reference)}) = ${is_for_me}`,
    ],
    toItems: (rows) => showRequests(ctx, rows),
  })
}

/** `GET /access_requests/{access_request_reference}`. */
export const getAccessRequest = async (ctx: RequestContext, { params }: CallInput<typeof calls.getAccessRequest>) => {
  const { user_reference } = ctx.user
  const request = await ctx.read((tx) => findRequest(tx, params.access_request_reference))
  const isSeen = request && (request.requested_by === user_reference || seesAll(ctx))
  if (!isSeen) throw new ProductError('request.not_found')
  return showRequest(ctx, request)
}

/** People who see or change roles see who asked for what; others their own requests. */
const seesAll = ({ access }: RequestContext): boolean => access.can('roles:read') || access.can('roles:write')

/** Requests that this person was notified of, and for people who may give roles those of which nobody was: who could have was not there yet. */
const isFor = (access: Access, user_reference: string): RawBuilder<boolean> =>
  access.can('roles:write')
    ? sql<boolean>`(${user_reference} = any(asked) or (asked = '{}' and requested_by <> ${user_reference}))`
    : sql<boolean>`(${user_reference} = any(asked))`

/** How many requests wait for this person, as `is_for_me` lists them. */
export const countRequestsFor = async ({ access, user }: RequestContext, tx: TenantTransaction): Promise<ListTotal> => {
  const { user_reference } = user
  const { rows } = await sql<{ total: number }>`select count(*) as total from (
    select from access_requests where client = ${tx.client} and ${isInState('waiting', tx.now)}
      and ${isFor(access, user_reference)} limit ${maxCountedRows}) counted`.execute(tx.db)
  return cappedTotal(rows[0]?.total ?? 0)
}

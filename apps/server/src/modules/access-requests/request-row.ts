import { type AccessRequestState, ProductError } from '@holdfast/contract'
import { type Selectable, sql } from 'kysely'
import type { Condition, Tables, TenantTransaction } from '../../platform/database/index.ts'

export type RequestRow = Selectable<Tables['access_requests']>

/** The state of a request at `now`, whether or not the job has already stored that it expired. */
export const stateAt = ({ state, expires_at }: Pick<RequestRow, 'state' | 'expires_at'>, now: Date) =>
  state === 'waiting' && Date.parse(expires_at) <= now.getTime() ? 'expired' : state

/** Like `stateAt`, as a condition: the request is in the given state. */
export const isInState = (state: AccessRequestState, now: Date): Condition => {
  const moment = now.toISOString()
  if (state === 'waiting') return sql<boolean>`(state = 'waiting' and expires_at > ${moment})`
  if (state === 'expired') return sql<boolean>`(state = 'expired' or (state = 'waiting' and expires_at <= ${moment}))`
  return sql<boolean>`state = ${state}`
}

const selectRequest = (tx: TenantTransaction, access_request_reference: string) =>
  tx.db
    .selectFrom('access_requests')
    .selectAll()
    .where('client', '=', tx.client)
    .where('access_request_reference', '=', access_request_reference)

export const findRequest = (tx: TenantTransaction, reference: string): Promise<RequestRow | undefined> =>
  selectRequest(tx, reference).executeTakeFirst()

/** @throws ProductError `request.not_found` */
export const lockRequest = async (tx: TenantTransaction, reference: string): Promise<RequestRow> => {
  const request = await selectRequest(tx, reference).forUpdate().executeTakeFirst()
  if (!request) throw new ProductError('request.not_found')
  return request
}

/** @throws ProductError `access_request.is_decided` */
export const assertWaiting = (request: RequestRow, now: Date): void => {
  if (stateAt(request, now) !== 'waiting') throw new ProductError('access_request.is_decided')
}

/** Requests of this person that wait. */
export const waitingOf = (tx: TenantTransaction, requested_by: string) =>
  tx.db
    .selectFrom('access_requests')
    .select(['action', 'payload_reference', 'group', 'payload_type'])
    .where('client', '=', tx.client)
    .where('requested_by', '=', requested_by)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', tx.now.toISOString())
    .execute()

type Settled = Partial<Pick<RequestRow, 'decided_by' | 'decision_note' | 'role_reference' | 'valid_until'>> & {
  state: Exclude<AccessRequestState, 'waiting'>
}

/** Stores what became of a request, and tells the open screens of those whom it concerns. */
export const settle = async (tx: TenantTransaction, request: RequestRow, settled: Settled): Promise<RequestRow> => {
  const row = await tx.db
    .updateTable('access_requests')
    .set({ ...settled, decided_at: tx.now })
    .where('client', '=', tx.client)
    .where('access_request_reference', '=', request.access_request_reference)
    .returningAll()
    .executeTakeFirstOrThrow()
  await tellOpenScreens(tx, row)
  return row
}

/** Open screens of the requester and of those who were asked read the request again. */
export const tellOpenScreens = (
  tx: TenantTransaction,
  { access_request_reference, requested_by, asked, state }: RequestRow,
): Promise<void> =>
  tx.notify({
    kind: 'access_request',
    reference: access_request_reference,
    state,
    payload_type: null,
    group: null,
    audience: { people: [requested_by, ...asked], roles: [] },
  })

/** What the trail says of a request. */
export const detailsOf = (request: RequestRow): Record<string, unknown> => {
  const { access_request_reference, requested_by, action, payload_reference, group, payload_type, reason } = request
  return {
    access_request_reference,
    requested_by,
    action,
    ...(payload_reference && { payload_reference }),
    ...(group && { group_reference: group }),
    ...(payload_type && { payload_type }),
    reason,
  }
}

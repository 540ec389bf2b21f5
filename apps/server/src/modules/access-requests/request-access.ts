import {
  type AccessRequest,
  type CallInput,
  type calls,
  isPayloadAction,
  limits,
  ProductError,
} from '@holdfast/contract'
import { providerClient } from '../../core/accounts/index.ts'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { notifyPeople } from '../notifications/index.ts'
import { findPayloads } from '../payloads/index.ts'
import { findPerson, lockPortalUser } from '../portal-users/index.ts'
import { scheduleExpiry } from './expire-access-request.ts'
import { ofTheAccount } from './of-the-account.ts'
import { peopleToAsk } from './people-who-grant.ts'
import { detailsOf, type RequestRow, tellOpenScreens, waitingOf } from './request-row.ts'
import { rolesThatGive } from './roles-that-give.ts'
import { showRequest } from './show-requests.ts'
import { isHeld, type Wanted } from './wanted.ts'

type Body = CallInput<typeof calls.requestAccess>['body']

const dayMs = 24 * 60 * 60_000

/**
 * `POST /access_requests`: somebody asks for what they were refused. They can ask only for recordings and groups that they see: others
 * are answered like those that do not exist.
 */
export const requestAccess = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.requestAccess>,
): Promise<AccessRequest> => {
  const requested_by = ofTheAccount(ctx)
  const wanted = await seenByCaller(ctx, body)
  if (isHeld(ctx.access, wanted)) throw new ProductError('access_request.is_allowed')
  const asked = await ctx.read((tx) => whoIsAsked(tx, requested_by, wanted))
  const request = await ctx.transaction((tx) => openAccessRequest(tx, { body, requested_by, asked }))
  return showRequest(ctx, request)
}

/**
 * What is asked for, if the caller may see it.
 * @throws ProductError `request.not_found`, `group.unknown`, `request.invalid`
 */
const seenByCaller = async (ctx: RequestContext, body: Body): Promise<Wanted> => {
  const { action, payload_reference, group, payload_type = null } = body
  const isInternal = action.startsWith('internal:')
  if (isInternal && ctx.client !== providerClient) throw refused('action')
  if ((payload_type !== null || payload_reference !== undefined) && !isPayloadAction(action)) throw refused('action')
  const groups = await ctx.groups()
  if (payload_reference !== undefined) {
    if (group !== undefined || payload_type !== null) throw refused('payload_reference')
    const [payload] = await ctx.read((tx) => findPayloads(tx, [payload_reference]))
    const own = payload && groups.get(payload.group)
    const isSeen = own && ctx.access.can('payloads:read', { group: own, payload_type: payload.payload_type })
    if (!isSeen) throw new ProductError('request.not_found')
    ctx.setAuditGroup(payload.group)
    return { action, group: own, payload_type: payload.payload_type }
  }
  if (group === undefined) return { action, group: null, payload_type }
  const known = groups.get(group)
  if (!known || !ctx.access.can('groups:read', { group: known })) throw new ProductError('group.unknown', { group })
  ctx.setAuditGroup(group)
  return { action, group: known, payload_type }
}

const refused = (name: keyof Body) =>
  new ProductError('request.invalid', {}, [
    { path: `/body/${name}`, keyword: 'not', params: {}, message: 'This cannot be asked for together with the others' },
  ])

/** The people who are notified of a request. */
export const whoIsAsked = async (tx: TenantTransaction, requested_by: string, wanted: Wanted): Promise<string[]> => {
  const roles = (await findPerson(tx, requested_by))?.roles ?? []
  const giving = await rolesThatGive(tx, { wanted, roles })
  return peopleToAsk(tx, { requested_by, giving: giving.map(({ rules }) => rules) })
}

/** Stores a request that was already checked, and notifies the people who can decide. */
export const openAccessRequest = async (
  tx: AuditedTransaction,
  { body, requested_by, asked }: { body: Body; requested_by: string; asked: string[] },
): Promise<RequestRow> => {
  await lockPortalUser(tx, requested_by)
  await assertNew(tx, requested_by, body)
  const { action, payload_reference = null, group = null, payload_type = null, reason, hours } = body
  const request = await tx.db
    .insertInto('access_requests')
    .values({
      client: tx.client,
      access_request_reference: newId(tx.now),
      requested_by,
      requested_at: tx.now,
      expires_at: new Date(tx.now.getTime() + limits.accessRequestDays * dayMs),
      action,
      payload_reference,
      group,
      payload_type,
      reason,
      hours,
      asked,
      state: 'waiting',
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await scheduleExpiry(tx, request)
  await tellOpenScreens(tx, request)
  const reference = request.access_request_reference
  await notifyPeople(
    tx,
    asked.map((recipient) => ({ recipient, kind: 'access_requested', caused_by: requested_by, reference })),
  )
  tx.audit('access_request.made', detailsOf(request))
  return request
}

/** The person's row is locked, so that two requests at once are not both new. */
const assertNew = async (tx: TenantTransaction, requested_by: string, body: Body): Promise<void> => {
  const waiting = await waitingOf(tx, requested_by)
  if (waiting.length >= limits.maxWaitingAccessRequests) throw new ProductError('access_request.too_many')
  const isSame = (one: (typeof waiting)[number]): boolean =>
    one.action === body.action &&
    one.payload_reference === (body.payload_reference ?? null) &&
    one.group === (body.group ?? null) &&
    one.payload_type === (body.payload_type ?? null)
  if (waiting.some(isSame)) throw new ProductError('access_request.is_waiting')
}

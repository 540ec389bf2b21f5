import { type CallDeclaration, ProductError } from '@holdfast/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { assertCallAllowed } from '../../platform/http/index.ts'
import type { AuditedEvent, Outcome } from '../activities/index.ts'
import { portalUserOf, type Session } from '../authorization/index.ts'
import type { Platform } from '../platform.ts'
import { beginActivity } from './begin-activity.ts'
import type { ServedCall } from './handlers.ts'
import { recordCall } from './record-call.ts'
import { RequestContext } from './request-context.ts'

/** What a caller may do when a list is read for a file. */
type ExportingSession = Pick<Session, 'access' | 'access_version' | 'is_address_admitted'>

/**
 * Calls a list for a file, within another call and for its caller, with what `session` allows. The input must be valid. What the list
 * records about its rows is on the trail as an entry of its own; that it was read is recorded by the call that exports it.
 */
export const readForExport = async (
  ctx: RequestContext,
  { call, handler }: ServedCall,
  { params, query }: { params: object; query: object },
  session: ExportingSession,
): Promise<unknown> => {
  const { platform, client, principal, request, reply, assertStillAdmitted } = ctx
  const activity = beginActivity(request, { call, client, principal, parameters: { ...params, ...query } })
  const inner = new RequestContext({
    platform,
    call,
    client,
    principal,
    access: session.access,
    is_address_admitted: session.is_address_admitted,
    access_version: session.access_version,
    token_issued_at_s: null,
    activity,
    request,
    reply,
    assertStillAdmitted,
    isExport: true,
  })
  const answer = await handler(inner, { params, query, body: undefined, invalid: [] })
  const hasMore = activity.isWritten ? activity.isVisit : activity.findings.length > 0
  if (hasMore) await recordCall(platform, activity)
  return answer
}

/** A person in whose name the product reads something without a request of theirs, and the address from which their rights are taken. */
interface AbsentPerson {
  client: string
  session: Session
  address: string
}

/**
 * A context in which a worker reads on behalf of somebody who makes no request, with exactly their rights. It must change
 * nothing, and nothing that it reads is put on the trail: the caller records what it was read for.
 * @throws ProductError `auth.forbidden` if they may not make the call
 */
export const contextOfAbsent = (
  platform: Platform,
  call: CallDeclaration,
  { client, session, address }: AbsentPerson,
): RequestContext => {
  assertCallAllowed(call, session.access)
  const principal = portalUserOf(session)
  // No handler that reads needs more of a request than where it came from.
  const request = { ip: address, id: `job ${call.path}`, headers: {} } as FastifyRequest
  return new RequestContext({
    platform,
    call,
    client,
    principal,
    access: session.access,
    is_address_admitted: session.is_address_admitted,
    access_version: session.access_version,
    token_issued_at_s: null,
    activity: beginActivity(request, { call, client, principal, parameters: {} }),
    request,
    reply: {} as FastifyReply,
    assertStillAdmitted: () => Promise.reject(new ProductError('auth.required')),
  })
}

/** Records what became of a call after its response had begun, as another entry on the trail, about the same group. */
export const recordAfterwards = (
  { platform, call, client, principal, request, auditGroup }: RequestContext,
  parameters: Record<string, unknown>,
  outcome: Outcome & { events: readonly AuditedEvent[] },
): Promise<void> => {
  const activity = beginActivity(request, { call, client, principal, parameters })
  activity.outcome = outcome
  activity.group = auditGroup
  return recordCall(platform, activity)
}

import type { AuditedEvent, Outcome } from '../activities/index.ts'
import type { Session } from '../authorization/index.ts'
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

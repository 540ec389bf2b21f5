import { type MediaPart, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { identifyTicketCaller, sessionOfTicketCaller } from '../../core/tickets/index.ts'
import type { PayloadRow } from '../../platform/database/index.ts'
import { isReasonRequired } from '../account-settings/index.ts'
import { payloadStatement } from '../payloads/index.ts'
import { dataStatus } from './data-status.ts'
import { assertTicketValid, type PlaybackTicket, readPlaybackTicket } from './playback-ticket.ts'

/**
 * What the ticket in an address stands for. The trail names the caller who requested it, even if the request is refused.
 * @param wanted `isReport`: no content is requested, so that it needs no reason
 * @throws ProductError as `playablePayload`
 */
export const openTicket = async (
  ctx: RequestContext,
  address: string,
  { part, isReport = false }: { part?: MediaPart | undefined; isReport?: boolean },
): Promise<{ ticket: PlaybackTicket } & PlayablePayload> => {
  const ticket = readPlaybackTicket(ctx, address)
  ctx.recordClaims({ payload_reference: ticket.payload_reference })
  identifyTicketCaller(ctx, ticket.caller)
  assertTicketValid(ticket, part)
  return { ticket, ...(await playablePayload(ctx, ticket, isReport)) }
}

interface PlayablePayload {
  payload: PayloadRow
  /** Whether the caller may see who took part. */
  mayRead: boolean
}

/**
 * The payload of a ticket, whose caller may still play or download it.
 * @throws ProductError `playback.expired`, `auth.inactive`, `auth.bad_support_prefix`; `playback.reason_required` for addresses from
 *   before the account asked for reasons
 */
export const playablePayload = async (
  ctx: RequestContext,
  ticket: PlaybackTicket,
  isReport = false,
): Promise<PlayablePayload> => {
  const { client, payload_reference } = ticket
  const [session, [payload]] = await Promise.all([
    sessionOfTicketCaller(ctx, ticket.caller),
    ctx.readOnce(payloadStatement({ client, payload_reference })),
  ])
  if (session.sessions_valid_from_s !== ticket.session_from) throw new ProductError('playback.expired')
  const groups = await ctx.platform.authorization.groupsOf(client, session.access_version)
  const group = payload && groups.get(payload.group)
  if (!payload || !group || dataStatus(session.access, payload, group, ticket.action) !== 'Ok') {
    throw new ProductError('playback.expired')
  }
  if (!isReport && ticket.reason === undefined && (await isReasonRequired(ctx, session.access_version))) {
    throw new ProductError('playback.reason_required')
  }
  ctx.setAuditGroup(payload.group)
  const { payload_type } = payload
  return { payload, mayRead: session.access.can('payloads:read', { group, payload_type }) }
}

import { type MediaPart, ProductError } from '@holdfast/contract'
import {
  appByReference,
  type Principal,
  personByReference,
  portalUserOf,
  type Session,
  visitorByReference,
} from '../../core/authorization/index.ts'
import { assertHostServes, type RequestContext } from '../../core/calls/index.ts'
import { type Audience, audienceOf } from '../../core/hosts/index.ts'
import type { PayloadRow } from '../../platform/database/index.ts'
import { payloadStatement } from '../payloads/index.ts'
import { dataStatus } from './data-status.ts'
import { assertTicketValid, type PlaybackTicket, readPlaybackTicket } from './playback-ticket.ts'

/**
 * What the ticket in an address stands for. The trail names the caller who requested it, even if the request is refused.
 * @param part that is requested
 * @throws ProductError as `playablePayload`
 */
export const openTicket = async (
  ctx: RequestContext,
  address: string,
  part?: MediaPart,
): Promise<{ ticket: PlaybackTicket } & PlayablePayload> => {
  const ticket = readPlaybackTicket(ctx, address)
  ctx.identify(namedBy(ticket))
  ctx.recordClaims({ payload_reference: ticket.payload_reference })
  assertHostServes(ctx.request, ...audiencesOf(ticket))
  assertTicketValid(ticket, part)
  return { ticket, ...(await playablePayload(ctx, ticket)) }
}

interface PlayablePayload {
  payload: PayloadRow
  /** Whether the caller may see who took part. */
  mayRead: boolean
}

/**
 * The payload of a ticket, whose caller may still play or download it.
 * @throws ProductError `playback.expired`, `auth.inactive`, `auth.bad_support_prefix`
 */
export const playablePayload = async (ctx: RequestContext, ticket: PlaybackTicket): Promise<PlayablePayload> => {
  const { client, payload_reference } = ticket
  const [session, [payload]] = await Promise.all([
    sessionOfTicket(ctx, ticket),
    ctx.readOnce(payloadStatement({ client, payload_reference })),
  ])
  if (session.sessions_valid_from_s !== ticket.session_from) throw new ProductError('playback.expired')
  const groups = await ctx.platform.authorization.groupsOf(client, session.access_version)
  const group = payload && groups.get(payload.group)
  if (!payload || !group || dataStatus(session.access, payload, group, ticket.action) !== 'Ok') {
    throw new ProductError('playback.expired')
  }
  ctx.setAuditGroup(payload.group)
  const { payload_type } = payload
  return { payload, mayRead: session.access.can('payloads:read', { group, payload_type }) }
}

/** Staff in support mode play at the staff's host, where they requested the address. */
const audiencesOf = ({ client, caller }: PlaybackTicket): Audience[] => {
  if (caller.kind === 'client_app') return ['programs', 'customers']
  return [caller.support_reference === null ? audienceOf(client) : 'staff']
}

/**
 * Who requested the address. The trail names them even if the request is refused, because they were removed or their
 * visit is over.
 */
const namedBy = ({ caller }: PlaybackTicket): Principal => {
  const { kind, reference, support_reference } = caller
  if (kind === 'client_app') return appByReference(reference)
  if (support_reference === null) return personByReference(reference)
  return visitorByReference({ user_reference: reference, support_reference })
}

/** The current session of the caller who requested the address. The trail names them with their current roles. */
const sessionOfTicket = async (ctx: RequestContext, { caller }: PlaybackTicket): Promise<Session> => {
  const { authorization } = ctx.platform
  const { reference, support_reference } = caller
  if (caller.kind === 'client_app') {
    const session = await authorization.appSessionOf(ctx.client, reference, ctx.address)
    const { roles, user_group: group } = session
    ctx.identify({ kind: 'client_app', app_reference: reference, roles, group })
    return session
  }
  const session = await (support_reference === null
    ? authorization.sessionOf(ctx.client, reference, ctx.address)
    : authorization.visitOf(ctx.client, { user_reference: reference, support_reference }, ctx.address))
  ctx.identify(portalUserOf(session))
  return session
}

import {
  appByReference,
  type Principal,
  personByReference,
  portalUserOf,
  type Session,
  visitorByReference,
} from '../authorization/index.ts'
import { assertHostServes, type RequestContext } from '../calls/index.ts'
import { type Audience, audienceOf } from '../hosts/index.ts'

/**
 * The person or client app that requested an address. Staff in support mode have their reference in the provider's account
 * here, and the reference of the support access request.
 */
export interface TicketCaller {
  kind: 'portal_user' | 'client_app'
  reference: string
  support_reference: string | null
}

export const ticketCallerOf = ({ caller }: RequestContext): TicketCaller => {
  if (caller.kind === 'client_app')
    return { kind: caller.kind, reference: caller.app_reference, support_reference: null }
  const { kind, user_reference, visit } = caller
  const reference = visit?.staff.user_reference ?? user_reference
  return { kind, reference, support_reference: visit?.support_reference ?? null }
}

/**
 * Names who requested the address. The trail names them even if the request is refused, because they were removed or their visit
 * is over.
 * @throws ProductError `auth.other_host`
 */
export const identifyTicketCaller = (ctx: RequestContext, caller: TicketCaller): void => {
  ctx.identify(namedBy(caller))
  assertHostServes(ctx.request, ...audiencesOf(ctx.client, caller))
}

const namedBy = ({ kind, reference, support_reference }: TicketCaller): Principal => {
  if (kind === 'client_app') return appByReference(reference)
  if (support_reference === null) return personByReference(reference)
  return visitorByReference({ user_reference: reference, support_reference })
}

/** Staff in support mode request the address on the staff's host, so they fetch it there too. */
const audiencesOf = (client: string, { kind, support_reference }: TicketCaller): Audience[] => {
  if (kind === 'client_app') return ['programs', 'customers']
  return [support_reference === null ? audienceOf(client) : 'staff']
}

/**
 * The current session of the caller who requested the address. The trail names them with their current roles.
 * @throws ProductError `auth.inactive`, `auth.bad_support_prefix`
 */
export const sessionOfTicketCaller = async (
  ctx: RequestContext,
  { kind, reference, support_reference }: TicketCaller,
): Promise<Session> => {
  const { authorization } = ctx.platform
  if (kind === 'client_app') {
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

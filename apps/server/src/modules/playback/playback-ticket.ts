import { type PayloadDataActionType, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../platform/http/index.ts'
import { browserOfCaller, isFromBrowser } from './browser-cookie.ts'

/**
 * What a playback address stands for. The address alone opens nothing: it works only with the cookie of the browser that
 * asked for it, for the person that asked, while they still may.
 */
export interface PlaybackTicket {
  client: string
  payload_reference: string
  /** The person, or the client app, that asked; staff in support mode by their own name, with the request they act under. */
  caller: { kind: 'portal_user' | 'client_app'; reference: string; support_reference: string | null }
  action: PayloadDataActionType
  /** Seconds since 1970. */
  expires_at: number
  /** SHA-256 of the cookie, base64url. */
  browser: string
  /** From when the caller's sessions counted as it was issued (seconds since 1970): signing out moves that. */
  session_from: number
}

const purpose = 'playback ticket'
const validForSeconds = 60 * 60

/** Makes the address of a payload's content for this caller's browser, which gets a cookie if it has none of theirs. */
export const issuePlaybackAddress = (
  ctx: RequestContext,
  { payload_reference, action, session_from }: Pick<PlaybackTicket, 'payload_reference' | 'action' | 'session_from'>,
): string => {
  const ticket: PlaybackTicket = {
    client: ctx.client,
    payload_reference,
    caller: callerOf(ctx),
    action,
    expires_at: Math.floor(Date.now() / 1000) + validForSeconds,
    browser: browserOfCaller(ctx),
    session_from,
  }
  const text = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  const mac = Buffer.from(ctx.platform.keys.mac(purpose, text)).toString('base64url')
  return `/api/client/v1/${ctx.client}/media/${text}.${mac}`
}

const callerOf = ({ caller }: RequestContext): PlaybackTicket['caller'] => {
  if (caller.kind === 'client_app')
    return { kind: caller.kind, reference: caller.app_reference, support_reference: null }
  const { kind, user_reference, visit } = caller
  const reference = visit?.staff.user_reference ?? user_reference
  return { kind, reference, support_reference: visit?.support_reference ?? null }
}

/**
 * What an address of this account stands for, in its own browser. It may have expired (`assertTicketLives`): also then it tells
 * who it was given to.
 * @throws ProductError `playback.expired` for anything else
 */
export const readPlaybackTicket = (ctx: RequestContext, address: string): PlaybackTicket => {
  const [text = '', mac = ''] = address.split('.')
  if (!ctx.platform.keys.verifyMac(purpose, text, Buffer.from(mac, 'base64url'))) {
    throw new ProductError('playback.expired')
  }
  const ticket = JSON.parse(Buffer.from(text, 'base64url').toString()) as PlaybackTicket
  if (ticket.client !== ctx.client || !isFromBrowser(ctx, ticket.browser)) throw new ProductError('playback.expired')
  return ticket
}

/** @throws ProductError `playback.expired` */
export const assertTicketLives = ({ expires_at }: PlaybackTicket): void => {
  if (expires_at <= Date.now() / 1000) throw new ProductError('playback.expired')
}

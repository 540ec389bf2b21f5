import { randomBytes } from 'node:crypto'
import { type MediaPart, type PayloadDataActionType, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { browserOfCaller, isFromBrowser, type TicketCaller, ticketCallerOf } from '../../core/tickets/index.ts'

/**
 * What a playback address contains. It works only with the cookie of the browser that requested it, and only while
 * the caller who requested it still has access.
 */
export interface PlaybackTicket {
  client: string
  payload_reference: string
  caller: TicketCaller
  action: PayloadDataActionType
  /** The only part that the address serves; absent: the recording and all its parts. */
  part?: MediaPart | undefined
  /** The opening of a conversation that showed the message. Its pictures were recorded with it. */
  opening?: string | undefined
  /** The entry of the trail to which what is played or viewed belongs. */
  listening?: string | undefined
  /** Why the caller opens it, where the account asks. */
  reason?: string | undefined
  /** Under which name it is saved; absent: its reference or the attachment's own name. */
  filename?: string | undefined
  /** Seconds since 1970. */
  expires_at: number
  /** SHA-256 of the cookie, base64url. */
  browser: string
  /** The caller's `sessions_valid_from_s` when the ticket was issued, in seconds since 1970. Signing out changes it. */
  session_from: number
  /** Random, so that two players that ask within the same second have addresses of their own. */
  nonce: string
}

const purpose = 'playback ticket'
const validForSeconds = 60 * 60
const nonceBytes = 8

type RequestedPlayback = Pick<
  PlaybackTicket,
  'payload_reference' | 'action' | 'part' | 'opening' | 'listening' | 'reason' | 'filename' | 'session_from'
>

/** Creates an address of a payload's content for the caller's browser, and sets the caller's cookie if it has none. */
export const issuePlaybackAddress = (
  ctx: RequestContext,
  { payload_reference, action, part, opening, listening, reason, filename, session_from }: RequestedPlayback,
): string => {
  const ticket: PlaybackTicket = {
    client: ctx.client,
    payload_reference,
    caller: ticketCallerOf(ctx),
    action,
    part,
    opening,
    listening,
    reason,
    filename,
    expires_at: Math.floor(Date.now() / 1000) + validForSeconds,
    browser: browserOfCaller(ctx),
    session_from,
    nonce: randomBytes(nonceBytes).toString('base64url'),
  }
  const text = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  const mac = Buffer.from(ctx.platform.keys.mac(purpose, text)).toString('base64url')
  return `/api/client/v1/${ctx.client}/media/${text}.${mac}${part ? `?part=${part}` : ''}`
}

/**
 * Reads the ticket in an address of this account, if the request comes from the ticket's browser. An expired ticket
 * is returned as well, since it still names the caller (`assertTicketValid` checks the expiry). Only the spelling that was
 * issued is read: what was played is remembered by address, so another spelling would count as another player.
 * @throws ProductError `playback.expired` for anything else
 */
export const readPlaybackTicket = (ctx: RequestContext, address: string): PlaybackTicket => {
  const [text = '', mac = ''] = address.split('.')
  const bytes = Buffer.from(mac, 'base64url')
  const isAsIssued = address === `${text}.${bytes.toString('base64url')}`
  if (!isAsIssued || !ctx.platform.keys.verifyMac(purpose, text, bytes)) {
    throw new ProductError('playback.expired')
  }
  const ticket = JSON.parse(Buffer.from(text, 'base64url').toString()) as PlaybackTicket
  if (ticket.client !== ctx.client || !isFromBrowser(ctx, ticket.browser)) throw new ProductError('playback.expired')
  return ticket
}

/**
 * @param part that is requested
 * @throws ProductError `playback.expired`
 */
export const assertTicketValid = ({ expires_at, part: only }: PlaybackTicket, part: MediaPart | undefined): void => {
  if (expires_at <= Date.now() / 1000 || (only && only !== part)) throw new ProductError('playback.expired')
}

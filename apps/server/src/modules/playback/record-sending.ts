import type { MediaPart } from '@holdfast/contract'
import { segmentBytes } from '@holdfast/custody'
import type { RequestContext } from '../../core/calls/index.ts'
import { custodyStatement, finish, type PayloadRow } from '../../platform/database/index.ts'
import { type Served, savedName } from './media-headers.ts'
import type { MediaRange } from './media-range.ts'
import { assertRecordingOpens } from './open-media.ts'
import { answerAhead, beginsPlayback, mayBeAhead, rememberPlayback, wasAnswered, wasServed } from './playback-log.ts'
import type { PlaybackTicket } from './playback-ticket.ts'
import { playerOf, type Serving, servedStatement, servings, wasBegun } from './playbacks.ts'
import { continuesView, inTurn, rememberView, wasViewed } from './view-log.ts'

/** Content, or a part of it, that is about to be sent. */
interface Sending {
  ticket: PlaybackTicket
  /** The text of the ticket. */
  address: string
  payload: PayloadRow
  wanted: { attachment?: number | undefined; part?: MediaPart | undefined }
  served: Served
  range: MediaRange
  size: number
  /** Lets the rest of the answer wait for its entry. */
  completeAfter: (recording: Promise<void>) => void
}

/**
 * Puts what is about to be sent on the trail. What begins to be played or viewed is also recorded in the chain of custody, before
 * anything is sent. Returns once sending may begin.
 * @throws ProductError as `assertRecordingOpens`
 */
export const recordSending = (ctx: RequestContext, sending: Sending): Promise<void> => {
  const { part } = sending.wanted
  if (isContent(part)) return recordContent(ctx, sending)
  return isViewOf(sending) ? recordView(ctx, sending) : recordCall(ctx, null)
}

/** Whether somebody who gets this part hears or sees the recording itself, and not only its outline. */
export const isContent = (part: MediaPart | undefined): boolean => part === undefined || part === 'rendition'

/**
 * Whether a small picture, or what the camera noted, is sent that nothing has recorded yet: a list that shows small pictures records them, and a
 * conversation those of its messages.
 */
const isViewOf = ({ ticket, wanted }: Sending): boolean =>
  (wanted.part === 'thumbnail' || wanted.part === 'facts') &&
  ticket.part !== 'thumbnail' &&
  ticket.opening === undefined

/** Each attachment counts as one playback, however many range requests the browser makes for it. */
const keyOf = ({ address, wanted: { attachment } }: Sending): string =>
  attachment === undefined ? address : `${address} ${attachment}`

/** The entry of a call that begins nothing, with what was sent if it is remembered. */
const recordCall = (ctx: RequestContext, serving: Serving | null): Promise<void> =>
  ctx.changeShared(servings, serving, [])

const recordContent = (ctx: RequestContext, sending: Sending): Promise<void> =>
  isPlayable(sending.served) ? recordShare(ctx, sending) : inTurn(keyOf(sending), () => recordShare(ctx, sending))

const recordShare = async (ctx: RequestContext, sending: Sending): Promise<void> => {
  const { ticket, address, payload, wanted, served, range, size } = sending
  const key = keyOf(sending)
  const share = { from: range.start / size, to: range.end / size }
  const playback = { ticket: address, attachment: wanted.attachment, player: playerOf(ticket) }
  const isPlayed = isPlayable(served)
  const isFirst = await beginsPlayback(key, range.start, () => wasBegun(ctx, playback))
  const begins = isFirst && (isPlayed || !continuesView(key))
  if (begins && (wanted.part || !wasAnswered(key))) await assertRecordingOpens(ctx, payload)
  const isRemembered = ticket.action === 'play' && isPlayed && !wasServed(key, share)
  const serving = isRemembered ? { playback, share, expires_at: new Date(ticket.expires_at * 1_000) } : null
  if (begins) {
    const record = async () => {
      await recordPlayback(ctx, sending, serving)
      rememberPlayback(key, share)
    }
    return isPlayed ? inTurn(key, record) : record()
  }
  const recording = recordCall(ctx, serving)
  const mayPrecede = wanted.attachment === undefined && !isOfVisit(ticket) && range.end - range.start > segmentBytes
  if (mayPrecede && mayBeAhead(key)) {
    sending.completeAfter(answerAhead(key, recording))
    ctx.answerWhileRecording()
  } else await recording
  rememberPlayback(key, share)
}

/** A picture, its small one and what the camera noted are fetched together, and are one view. */
const recordView = (ctx: RequestContext, sending: Sending): Promise<void> => {
  const key = keyOf(sending)
  return inTurn(key, async () => {
    if (wasAnswered(key) || wasViewed(key)) return recordCall(ctx, null)
    await assertRecordingOpens(ctx, sending.payload)
    await recordPlayback(ctx, sending, null)
    rememberView(key)
  })
}

/** Two trails record what staff in support mode do. */
const isOfVisit = ({ caller }: PlaybackTicket): boolean => caller.support_reference !== null

/** Whether it has sound or moving pictures. Anything else is viewed. */
const isPlayable = ({ content_type }: Served): boolean => /^(audio|video)\//.test(content_type)

const recordPlayback = (
  ctx: RequestContext,
  { ticket: { payload_reference, action, reason, listening }, wanted: { attachment }, served, range }: Sending,
  serving: Serving | null,
): Promise<void> =>
  ctx.transaction(async (tx) => {
    const shown = isPlayable(served) ? 'payload.played' : 'payload.viewed'
    const event = action === 'play' ? shown : 'payload.downloaded'
    const details = { ...(attachment !== undefined && { attachment }), ...(reason !== undefined && { reason }) }
    const saved = action === 'download' ? { saved_as: savedName(served), bytes: range.end - range.start } : {}
    ctx.setListening(listening)
    tx.audit(event, { payload_reference, ...details, ...saved })
    return finish([
      custodyStatement(tx, [{ actor: ctx.actor, payload_reference, event, details }]),
      ...(serving ? [servedStatement(tx, serving)] : []),
    ])
  })

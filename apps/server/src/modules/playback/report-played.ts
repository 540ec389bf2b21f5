import { type CallInput, type calls, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { addReported, lockPlayback, playerOf } from './playbacks.ts'
import { playedWithin, secondsSpent } from './played-ranges.ts'
import { openTicket } from './ticket-access.ts'

/** For the clocks of several servers, and for players that round. */
const toleratedSeconds = 2

/**
 * `POST /media/{ticket}/played`: what a player says that it played. Only what lies within the content that it was sent is
 * recorded, and no more than can have been played since then. An attachment that does not exist was never sent.
 * @throws ProductError `playback.expired` if the address was not requested to play, or is no longer valid;
 *   `playback.nothing_played` if no range has 0.01 s within what was sent; `playback.longer_than_elapsed`
 */
export const reportPlayed = async (
  ctx: RequestContext,
  { params, body }: CallInput<typeof calls.reportPlayed>,
): Promise<undefined> => {
  // What was played before the account asked for reasons was played all the same. An address of nothing but the rendition plays the recording, too.
  const { ticket, payload } = await openTicket(ctx, params.ticket, { part: 'rendition', isReport: true })
  if (ticket.action !== 'play') throw new ProductError('playback.expired')
  const { payload_reference, media } = payload
  const { attachment } = body
  // The length of an attachment is unknown.
  const seconds = attachment === undefined && media?.duration_ms ? media.duration_ms / 1_000 : null
  const playback = { ticket: params.ticket, attachment, player: playerOf(ticket) }
  await ctx.transaction(async (tx) => {
    const state = await lockPlayback(tx, playback)
    const played = playedWithin(body.ranges, state?.served ?? [], seconds)
    if (!state || played.length === 0) throw new ProductError('playback.nothing_played')
    const spent = secondsSpent(played)
    if (state.reportedSeconds + spent > state.elapsedSeconds + toleratedSeconds) {
      throw new ProductError('playback.longer_than_elapsed')
    }
    await addReported(tx, playback, spent)
    const details = { played, ...(attachment !== undefined && { attachment }) }
    ctx.setListening(ticket.listening)
    tx.audit('payload.listened', { payload_reference, ...details })
    await tx.custody(ctx.actor, [{ payload_reference, event: 'payload.listened', details }])
  })
}

import { type CallInput, type calls, type PlayedRange, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { PayloadRow } from '../../platform/database/index.ts'
import { openTicket } from './ticket-access.ts'

/**
 * `POST /media/{ticket}/played`: what a player says that it played. Only what lies within the recording is recorded.
 * @throws ProductError `playback.expired` if the address was not requested to play, or is no longer valid;
 *   `playback.nothing_played` if no range is longer than 0.01 s and begins within the recording
 */
export const reportPlayed = async (
  ctx: RequestContext,
  { params, body }: CallInput<typeof calls.reportPlayed>,
): Promise<undefined> => {
  const { ticket, payload } = await openTicket(ctx, params.ticket)
  if (ticket.action !== 'play') throw new ProductError('playback.expired')
  const { payload_reference } = payload
  const played = playedWithin(body.ranges, secondsOf(payload))
  if (played.length === 0) throw new ProductError('playback.nothing_played')
  const details = {
    played,
    ...(body.attachment !== undefined && { attachment: body.attachment }),
  }
  await ctx.transaction(async (tx) => {
    tx.audit('payload.listened', { payload_reference, ...details })
    await tx.custody(ctx.actor, [{ payload_reference, event: 'payload.listened', details }])
  })
}

/** Attachments, and what could not be probed, have no known length. */
const secondsOf = ({ media }: PayloadRow): number =>
  media?.duration_ms ? media.duration_ms / 1_000 : Number.POSITIVE_INFINITY

/** Players overshoot the end by a frame. */
const playedWithin = (ranges: readonly PlayedRange[], seconds: number): PlayedRange[] =>
  ranges
    .map(({ from_s, to_s, speed }) => ({
      from_s: hundredths(from_s),
      to_s: hundredths(Math.min(to_s, seconds)),
      speed,
    }))
    .filter(({ from_s, to_s }) => to_s > from_s)

const hundredths = (seconds: number): number => Math.round(seconds * 100) / 100

import { Readable } from 'node:stream'
import type { CallInput, calls } from '@holdfast/contract'
import { providerClient } from '../../core/accounts/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import { withHashRecorded } from './hash-download.ts'
import { describeMedia, savedName } from './media-headers.ts'
import { openMedia } from './open-media.ts'
import type { PlaybackTicket } from './playback-ticket.ts'
import { isContent, recordSending } from './record-sending.ts'
import { playablePayload } from './ticket-access.ts'

/** How long a response may go on after its caller lost access in another way than by the end of their sessions. */
const checkAccessEveryMs = 2_000

/**
 * `GET /media/{ticket}`: streams the decrypted content. A Range opens only the segments that it needs. Access is
 * checked for every request, so that losing a role or signing out ends playback at once. A playback begins only once it is on the
 * trail. Only the first segment of a later range may be sent while the entry of its request is written.
 */
export const getMedia = async (ctx: RequestContext, input: CallInput<typeof calls.getMedia>) => {
  const opened = await openMedia(ctx, input)
  const { ticket, body, served, range } = opened
  try {
    await recordSending(ctx, { ...opened, address: input.params.ticket, wanted: input.query })
  } catch (error) {
    body.destroy()
    throw error
  }
  endWithAccess(ctx, ticket, body)
  describeMedia(ctx.reply, served, ticket, range, opened)
  const { payload_reference, action } = ticket
  const { attachment } = input.query
  const isWholeFile = action === 'download' && !range.isPartial && isContent(input.query.part)
  const details = { payload_reference, saved_as: savedName(served), ...(attachment !== undefined && { attachment }) }
  return (isWholeFile ? withHashRecorded(ctx, body, details) : body) as Readable as never
}

/**
 * `HEAD /media/{ticket}`: what `GET` would answer, for the same callers, without content. So nothing is recorded as played or viewed.
 */
export const headMedia = async (ctx: RequestContext, input: CallInput<typeof calls.headMedia>) => {
  const opened = await openMedia(ctx, input)
  const { ticket, body, served, range } = opened
  body.destroy()
  describeMedia(ctx.reply, served, ticket, range, opened)
  return Readable.from([]) as never
}

/**
 * Ends a running stream: at once when the caller is removed or signs out, and within seconds when roles, groups, tags, address ranges
 * or the end of a visit take away access. A recording of gigabytes may be under way for hours.
 */
const endWithAccess = (ctx: RequestContext, ticket: PlaybackTicket, body: Readable): void => {
  const checkAgain = () => void playablePayload(ctx, ticket).catch(() => body.destroy())
  const home = ticket.caller.support_reference === null ? ctx.client : providerClient
  const leave = ctx.platform.events.subscribe(home, {
    onEvent: ({ kind }) => {
      if (kind === 'session') checkAgain()
    },
    onGap: checkAgain,
  })
  const checks = setInterval(checkAgain, checkAccessEveryMs).unref()
  body.once('close', () => {
    leave()
    clearInterval(checks)
  })
}

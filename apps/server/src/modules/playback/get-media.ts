import type { Readable } from 'node:stream'
import { type CallInput, type calls, type MediaPart, ProductError } from '@holdfast/contract'
import { segmentBytes } from '@holdfast/custody'
import type { FastifyReply } from 'fastify'
import { providerClient } from '../../core/accounts/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import { custodyStatement, finish, type PayloadRow } from '../../platform/database/index.ts'
import { dispositionOf, downloadName } from '../../platform/http/index.ts'
import { type DerivedPart, findPart, partContent } from '../derived-media/index.ts'
import {
  type AttachmentContent,
  attachmentContent,
  type SealedContent,
  sealedContent,
  sealedRecording,
} from '../payloads/index.ts'
import {
  recordStreamDamage,
  remakeAfterStreamDamage,
  withDamagedPartRemade,
  withDamageRecorded,
} from './damage-on-read.ts'
import { type MediaRange, mediaRange } from './media-range.ts'
import { answerAhead, beginsPlayback, mayBeAhead, rememberPlayback, wasAnswered, wasServed } from './playback-log.ts'
import type { PlaybackTicket } from './playback-ticket.ts'
import { type Serving, servedStatement, servings, wasBegun } from './playbacks.ts'
import { recordingName } from './recording-name.ts'
import { openTicket, playablePayload } from './ticket-access.ts'

/** How long a response may go on after its caller lost access in another way than by the end of their sessions. */
const checkAccessEveryMs = 2_000

/**
 * `GET /media/{ticket}`: streams the decrypted content. A Range opens only the segments that it needs. Access is
 * checked for every request, so that losing a role or signing out ends playback at once. A playback begins only once it is on the
 * trail. Only the first segment of a later range may be sent while the entry of its request is written.
 */
export const getMedia = async (ctx: RequestContext, { params, query }: CallInput<typeof calls.getMedia>) => {
  const { ticket, payload, mayRead } = await openTicket(ctx, params.ticket, query.part)
  const part =
    query.part === undefined
      ? null
      : await findPart(ctx, payload, query.part, { attachment: query.attachment, isRetry: query.is_retry })
  const open = () => openedContent(ctx, payload, part, query.attachment)
  const { content, attachment, entityTag, range, body, completeAfter } = await (part
    ? withDamagedPartRemade(ctx, payload, part, open)
    : withDamageRecorded(ctx, payload, open))
  // Each attachment counts as one playback, however many range requests the browser makes for it.
  const playbackKey = query.attachment === undefined ? params.ticket : `${params.ticket} ${query.attachment}`
  const served = servedAs(payload, { ...ticket, mayRead }, attachment, part)
  const share = { from: range.start / content.size, to: range.end / content.size }
  try {
    const isRecorded = ticket.opening !== undefined && attachment?.facts.content_type.startsWith('image/')
    const playback = { ticket: params.ticket, attachment: query.attachment }
    const begins =
      !isRecorded &&
      isContent(query.part) &&
      (await beginsPlayback(playbackKey, range.start, () => wasBegun(ctx, playback)))
    if (begins && (part || !wasAnswered(playbackKey))) await assertRecordingOpens(ctx, payload)
    ctx.setStatus(range.isPartial ? 206 : 200)
    const isMore = isReported(ticket, query.part, served) && !wasServed(playbackKey, share)
    const serving = isMore ? { playback, share, expires_at: new Date(ticket.expires_at * 1_000) } : null
    const recording = begins
      ? recordPlayback(ctx, ticket, served, serving, query.attachment)
      : ctx.changeShared(servings, serving, [])
    const isContinuation = !begins && isContent(query.part) && attachment === null && !isOfVisit(ticket)
    if (isContinuation && range.end - range.start > segmentBytes && mayBeAhead(playbackKey)) {
      completeAfter(answerAhead(playbackKey, recording))
      ctx.answerWhileRecording()
    } else await recording
  } catch (error) {
    body.destroy()
    throw error
  }
  endWithAccess(ctx, ticket, body)
  if (isContent(query.part)) rememberPlayback(playbackKey, share)
  ctx.reply.header('etag', entityTag)
  describe(ctx.reply, served, ticket, range, content.size)
  return body as Readable as never
}

/** Two trails record what staff in support mode do. */
const isOfVisit = ({ caller }: PlaybackTicket): boolean => caller.support_reference !== null

/** Opens the first segment of the requested range, so that a damaged one is refused before the response begins. */
const openedContent = async (
  ctx: RequestContext,
  payload: PayloadRow,
  part: DerivedPart | null,
  place: number | undefined,
) => {
  const { attachment, content } = part
    ? { attachment: null, content: contentOfPart(ctx, payload, part) }
    : await contentOfRecording(ctx, payload, place)
  // Each sealing has a random iv, so other bytes have another tag. What an address serves may be made again.
  const entityTag = `"${part?.iv ?? payload.iv}"`
  const range = rangeOf(ctx, content.size, entityTag)
  let recorded: Promise<void> | undefined
  const body = await content.stream(range, () => recorded)
  const completeAfter = (recording: Promise<void>): void => {
    recorded = recording
    // The stream throws it, unless nobody reads it any more.
    recording.catch(() => undefined)
  }
  return { attachment, content, entityTag, range, body, completeAfter }
}

const contentOfPart = (ctx: RequestContext, payload: PayloadRow, part: DerivedPart): SealedContent =>
  partContent(ctx.platform, payload, part, (error) => remakeAfterStreamDamage(ctx, payload, part, error))

const contentOfRecording = async (ctx: RequestContext, payload: PayloadRow, place: number | undefined) => {
  const onBroken = (error: unknown) => recordStreamDamage(ctx, payload, error)
  const whole = sealedContent(ctx.platform, payload, sealedRecording(ctx.platform, payload), onBroken)
  if (place === undefined) return { attachment: null, content: whole }
  const attachment = await attachmentContent(payload, whole, place)
  if (!attachment) throw new ProductError('playback.expired')
  return { attachment, content: attachment }
}

/**
 * What is played may be a rendition, but nobody is to believe that its recording is still there when it is not. Nor is a damaged
 * one to be recorded as played because one of its bytes was asked for. Opens its key, its beginning and its end: it may be
 * missing, replaced or cut. All of it is read by a verification (docs/decisions/0033).
 * @throws ProductError as `withDamageRecorded`
 */
const assertRecordingOpens = (ctx: RequestContext, payload: PayloadRow): Promise<void> =>
  withDamageRecorded(ctx, payload, async () => {
    const recording = sealedContent(
      ctx.platform,
      payload,
      sealedRecording(ctx.platform, payload),
      async () => undefined,
    )
    const ends = [0, Math.max(0, recording.size - 1)].map((start) => recording.stream({ start, end: start + 1 }))
    for (const opened of await Promise.allSettled(ends)) {
      if (opened.status === 'rejected') throw opened.reason
      opened.value.destroy()
    }
  })

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

/** Whether somebody who gets this part hears or sees the recording itself, and not only its outline. */
const isContent = (part: MediaPart | undefined): boolean => part === undefined || part === 'rendition'

/**
 * Ignores the range if If-Range does not name the current entity tag. Dates never match, because content has no Last-Modified
 * (RFC 9110 section 13.1.5).
 * If it is refused, the response states the length of the content (section 15.5.17).
 */
const rangeOf = (ctx: RequestContext, size: number, entityTag: string): MediaRange => {
  const { range, 'if-range': condition = entityTag } = ctx.request.headers
  try {
    return mediaRange(condition === entityTag ? range : undefined, size)
  } catch (error) {
    ctx.reply.header('content-range', `bytes */${size}`)
    throw error
  }
}

/** Whether the player of this content reports the seconds that it plays. */
const isReported = ({ action }: PlaybackTicket, part: MediaPart | undefined, { content_type }: Served): boolean =>
  action === 'play' && isContent(part) && isPlayable(content_type)

/** Whether it has sound or moving pictures. Anything else is viewed. */
const isPlayable = (content_type: string): boolean => /^(audio|video)\//.test(content_type)

const recordPlayback = (
  ctx: RequestContext,
  { payload_reference, action, reason }: PlaybackTicket,
  { content_type }: Served,
  serving: Serving | null,
  attachment: number | undefined,
): Promise<void> =>
  ctx.transaction(async (tx) => {
    const shown = isPlayable(content_type) ? 'payload.played' : 'payload.viewed'
    const event = action === 'play' ? shown : 'payload.downloaded'
    const details = { ...(attachment !== undefined && { attachment }), ...(reason !== undefined && { reason }) }
    tx.audit(event, { payload_reference, ...details })
    return finish([
      custodyStatement(tx, [{ actor: ctx.actor, payload_reference, event, details }]),
      ...(serving ? [servedStatement(tx, serving)] : []),
    ])
  })

/** Types that a page can show. All others can only be saved, so that browsers never interpret them. */
const inlineType = /^(audio|video)\/[\w.+-]+$|^image\/(jpeg|png|gif|webp|heic|heif)$|^application\/json$/

interface Served {
  name: string
  content_type: string
}

/** The type is the one that processing detected, never one that a handset or a sender claimed. */
const servedAs = (
  payload: PayloadRow,
  { filename, action, mayRead }: PlaybackTicket & { mayRead: boolean },
  attachment: AttachmentContent | null,
  part: DerivedPart | null,
): Served => {
  const ownName = action === 'download' && mayRead ? recordingName(payload) : payload.payload_reference
  return {
    name: filename ?? attachment?.facts.name ?? ownName,
    content_type: part?.content_type ?? attachment?.facts.content_type ?? payload.media?.content_type ?? '',
  }
}

const describe = (
  reply: FastifyReply,
  { name, content_type }: Served,
  { action }: PlaybackTicket,
  { start, end, isPartial }: MediaRange,
  size: number,
): void => {
  const isShown = inlineType.test(content_type)
  const isInline = action === 'play' && isShown
  reply.headers({
    'content-type': isShown ? content_type : 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'content-length': String(end - start),
    'accept-ranges': 'bytes',
    'content-disposition': dispositionOf(isInline ? 'inline' : 'attachment', downloadName(name, content_type)),
    'content-security-policy': "default-src 'none'; sandbox",
    ...(isPartial ? { 'content-range': `bytes ${start}-${end - 1}/${size}` } : {}),
  })
}

import { type CallInput, type calls, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { PayloadRow } from '../../platform/database/index.ts'
import { type DerivedPart, findPart, partContent } from '../derived-media/index.ts'
import { attachmentContent, type SealedContent, sealedContent, sealedRecording } from '../payloads/index.ts'
import {
  recordStreamDamage,
  remakeAfterStreamDamage,
  withDamagedPartRemade,
  withDamageRecorded,
} from './damage-on-read.ts'
import { servedAs } from './media-headers.ts'
import { type MediaRange, mediaRange } from './media-range.ts'
import { openTicket } from './ticket-access.ts'

/**
 * What an address serves, for a caller who may have it now: its first segment is opened, so that a damaged one is refused before
 * the answer begins.
 * @throws ProductError as `openTicket`, `findPart` and `withDamageRecorded`; `playback.range_not_satisfiable`
 */
export const openMedia = async (ctx: RequestContext, { params, query }: CallInput<typeof calls.getMedia>) => {
  const { ticket, payload, mayRead } = await openTicket(ctx, params.ticket, query)
  const part =
    query.part === undefined
      ? null
      : await findPart(ctx, payload, query.part, { attachment: query.attachment, isRetry: query.is_retry })
  const open = () => openedContent(ctx, payload, part, query.attachment)
  const { attachment, ...opened } = await (part
    ? withDamagedPartRemade(ctx, payload, part, open)
    : withDamageRecorded(ctx, payload, open))
  ctx.setStatus(opened.range.isPartial ? 206 : 200)
  return { ...opened, ticket, payload, part, served: servedAs(payload, { ...ticket, mayRead }, attachment, part) }
}

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
  return { attachment, size: content.size, entityTag, range, body, completeAfter }
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

/**
 * What is played may be a rendition, but nobody is to believe that its recording is still there when it is not. Nor is a damaged
 * one to be recorded as played because one of its bytes was asked for. Opens its key, its beginning and its end: it may be
 * missing, replaced or cut. All of it is read by a verification (docs/decisions/0033).
 * @throws ProductError as `withDamageRecorded`
 */
export const assertRecordingOpens = (ctx: RequestContext, payload: PayloadRow): Promise<void> =>
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

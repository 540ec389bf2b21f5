import type { FastifyReply } from 'fastify'
import type { PayloadRow } from '../../platform/database/index.ts'
import { dispositionOf, downloadName } from '../../platform/http/index.ts'
import type { DerivedPart } from '../derived-media/index.ts'
import type { AttachmentContent } from '../payloads/index.ts'
import type { MediaRange } from './media-range.ts'
import type { PlaybackTicket } from './playback-ticket.ts'
import { recordingName } from './recording-name.ts'

/** Types that a page can show. All others can only be saved, so that browsers never interpret them. */
const inlineType = /^(audio|video)\/[\w.+-]+$|^image\/(jpeg|png|gif|webp|heic|heif)$|^application\/json$/

/** What an address serves. */
export interface Served {
  name: string
  content_type: string
}

/** The type is the one that processing detected, never one that a handset or a sender claimed. */
export const servedAs = (
  payload: PayloadRow,
  { filename, action, mayRead }: Pick<PlaybackTicket, 'filename' | 'action'> & { mayRead: boolean },
  attachment: AttachmentContent | null,
  part: DerivedPart | null,
): Served => {
  const ownName = action === 'download' && mayRead ? recordingName(payload) : payload.payload_reference
  return {
    name: filename ?? attachment?.facts.name ?? ownName,
    content_type: part?.content_type ?? attachment?.facts.content_type ?? payload.media?.content_type ?? '',
  }
}

/** The name under which it is saved. */
export const savedName = ({ name, content_type }: Served): string => downloadName(name, content_type)

/** Sets the headers of an answer with content, or of one that only describes it. */
export const describeMedia = (
  reply: FastifyReply,
  served: Served,
  { action }: Pick<PlaybackTicket, 'action'>,
  { start, end, isPartial }: MediaRange,
  { size, entityTag }: { size: number; entityTag: string },
): void => {
  const { content_type } = served
  const isShown = inlineType.test(content_type)
  const isInline = action === 'play' && isShown
  reply.headers({
    etag: entityTag,
    'content-type': isShown ? content_type : 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'content-length': String(end - start),
    'accept-ranges': 'bytes',
    'content-disposition': dispositionOf(isInline ? 'inline' : 'attachment', savedName(served)),
    'content-security-policy': "default-src 'none'; sandbox",
    ...(isPartial ? { 'content-range': `bytes ${start}-${end - 1}/${size}` } : {}),
  })
}

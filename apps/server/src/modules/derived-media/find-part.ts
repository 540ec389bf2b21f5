import { type MediaPart, type NotMade, ProductError } from '@holdfast/contract'
import { partContext, type RecordingContext } from '@holdfast/custody'
import type { RequestContext } from '../../core/calls/index.ts'
import type { PayloadRow, TenantTransaction } from '../../platform/database/index.ts'
import { bytesInMemory, ObjectNotFound } from '../../platform/objects/index.ts'
import { recordingContext, type SealedBytes } from '../payloads/index.ts'
import { dueFrom, findRow, forgetFailures, isDue, mayRetry, type PartState } from './derived-rows.ts'
import { enqueueRequested, toDerive, toEncode } from './media-backlog.ts'
import { headName, partName, possibleParts } from './parts-of-media.ts'

/** A part that was made. */
export interface DerivedPart extends SealedBytes {
  name: MediaPart
  place: number
  content_type: string
  /** Its first bytes, if they are stored by themselves. */
  head: SealedBytes | null
}

/**
 * A part of a recording, or of a file attached to it. A recording that was processed before there were any parts gets them when
 * somebody asks for one.
 * @param wanted `attachment`: place of the file among those of its message; `isRetry`: makes it now if its decoder failed a moment ago
 * @returns `null` if the original itself serves as this part, since every browser plays it
 * @throws ProductError `part.not_made` if there is none, with the reason and when it is tried again (`NotMade`);
 *   `part.being_made`: ask again in a second
 */
export const findPart = async (
  ctx: RequestContext,
  payload: PayloadRow,
  part: MediaPart,
  { attachment, isRetry = false }: { attachment: number | undefined; isRetry: boolean | undefined },
): Promise<DerivedPart | null> => {
  const { payload_reference, media } = payload
  const place = attachment ?? 0
  const isAttached = attachment !== undefined
  const isPossible = possibleParts(media).some((other) => other.part === part && other.place === place)
  if (!isPossible || isAttached !== (media?.attachments !== undefined)) throw new ProductError('part.not_made')
  const { row, now } = await ctx.read(async (tx) => ({
    row: await findRow(tx, payload_reference, part, place),
    now: tx.now,
  }))
  if (!row || isDue(row, now)) return requestPart(ctx, payload)
  if (row.failure === 'postponed') return requestPart(ctx, payload, toEncode)
  if (row.failure === 'unneeded') return null
  const { content_type, iv, size, sealed, head_iv, s3_path } = row
  if (content_type === null || iv === null || size === null) {
    if (isRetry && mayRetry(row, now)) return requestPart(ctx, payload, toDerive, forgetFailures)
    throw new ProductError('part.not_made', notMade(row))
  }
  const name = partName(part, place, isAttached)
  const bound = (to: string): RecordingContext => partContext(recordingContext(payload), to)
  return {
    name: part,
    place,
    content_type,
    iv,
    size,
    context: bound(name),
    read: async (ranges) => {
      if (s3_path !== null) return ctx.platform.objects.read(s3_path, ranges)
      if (!sealed) throw new ObjectNotFound(`${payload_reference} ${name}`)
      return bytesInMemory(name, sealed, ranges)
    },
    head:
      head_iv === null || !sealed
        ? null
        : {
            iv: head_iv,
            size: sealed.length,
            context: bound(headName(name)),
            read: async (ranges) => bytesInMemory(headName(name), sealed, ranges),
          },
  }
}

/** Says of a part that could not be made why, and from when on it is tried again. */
const notMade = (row: PartState): Record<string, unknown> & NotMade =>
  row.failure === null ? {} : { failure: row.failure, tries_again_at: dueFrom(row)?.toISOString() ?? null }

/**
 * Makes the parts now.
 * @throws ProductError `part.being_made`; `part.not_made` if the recording is damaged
 */
const requestPart = async (
  ctx: RequestContext,
  payload: PayloadRow,
  jobs = toDerive,
  before: (tx: TenantTransaction, payload_reference: string) => Promise<void> = async () => undefined,
): Promise<never> => {
  if (payload.damaged_at !== null) throw new ProductError('part.not_made')
  const { client, payload_reference } = payload
  await ctx.platform.database.transaction(client, async (tx) => {
    await before(tx, payload_reference)
    await enqueueRequested(tx, jobs, payload_reference)
  })
  ctx.reply.header('retry-after', '1')
  throw new ProductError('part.being_made')
}

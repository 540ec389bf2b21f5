import { Readable } from 'node:stream'
import { type MediaPart, ProductError } from '@holdfast/contract'
import { partContext } from '@holdfast/custody'
import type { RequestContext } from '../../core/calls/index.ts'
import { enqueueJobs, type PayloadRow } from '../../platform/database/index.ts'
import { ObjectNotFound } from '../../platform/objects/index.ts'
import { recordingContext, type SealedBytes } from '../payloads/index.ts'
import { deriveMediaJob } from './derive-media-job.ts'
import { partsOf } from './parts-of-media.ts'

/** A part that was made. */
export interface DerivedPart extends SealedBytes {
  name: MediaPart
  content_type: string
}

/**
 * A part of a recording. A recording that was processed before there were any parts gets them when somebody asks for one.
 * @throws ProductError `part.not_made` if there is none and will be none; `part.being_made`: ask again in a second
 */
export const findPart = async (ctx: RequestContext, payload: PayloadRow, part: MediaPart): Promise<DerivedPart> => {
  const { payload_reference, media } = payload
  if (!partsOf(media?.content_type ?? '').includes(part)) throw new ProductError('part.not_made')
  const row = await ctx.read((tx) =>
    tx.db
      .selectFrom('derived_media')
      .select(['content_type', 'iv', 'size', 'sealed', 's3_path'])
      .where('client', '=', tx.client)
      .where('payload_reference', '=', payload_reference)
      .where('part', '=', part)
      .executeTakeFirst(),
  )
  if (!row) return requestPart(ctx, payload_reference)
  const { content_type, iv, size, sealed, s3_path } = row
  if (content_type === null || iv === null || size === null) throw new ProductError('part.not_made')
  return {
    name: part,
    content_type,
    iv,
    size,
    context: partContext(recordingContext(payload), part),
    read: async (range) => {
      if (sealed) return Readable.from([sealed.subarray(range.start, range.end + 1)], { objectMode: false })
      if (s3_path === null) throw new ObjectNotFound(`${payload_reference} ${part}`)
      return ctx.platform.objects.get(s3_path, range)
    },
  }
}

/** Makes the parts now. */
const requestPart = async (ctx: RequestContext, payload_reference: string): Promise<never> => {
  const { client, platform } = ctx
  await platform.database.transaction(client, (tx) =>
    enqueueJobs(tx.db, deriveMediaJob, [{ client, payload_reference }], { unlessRunning: true }),
  )
  ctx.reply.header('retry-after', '1')
  throw new ProductError('part.being_made')
}

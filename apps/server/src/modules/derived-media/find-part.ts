import { type MediaPart, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { PayloadRow } from '../../platform/database/index.ts'
import type { StoredSealed } from '../payloads/index.ts'
import { deriveMediaJob } from './derive-media-job.ts'
import { isInDatabase, partsOf } from './parts-of-media.ts'

/** A part that was made. */
export interface DerivedPart extends StoredSealed {
  content_type: string
}

/**
 * A part of a recording. Parts of recordings that were processed before there were any are made when somebody asks for them.
 * @throws ProductError `part.not_made` if there is none and will be none; `part.being_made`: ask again in a second
 */
export const findPart = async (ctx: RequestContext, payload: PayloadRow, part: MediaPart): Promise<DerivedPart> => {
  const { payload_reference, media } = payload
  if (!partsOf(media?.content_type ?? '').includes(part)) throw new ProductError('part.not_made')
  const row = await ctx.read((tx) =>
    tx.db
      .selectFrom('derived_media')
      .select(['content_type', 'iv', 'size', 's3_path', 'failure'])
      .where('client', '=', tx.client)
      .where('payload_reference', '=', payload_reference)
      .where('part', '=', part)
      .executeTakeFirst(),
  )
  if (!row) {
    await ctx.platform.database.transaction(ctx.client, (tx) =>
      tx.enqueue(deriveMediaJob, { client: ctx.client, payload_reference }, { unlessRunning: true }),
    )
    ctx.reply.header('retry-after', '1')
    throw new ProductError('part.being_made')
  }
  const { content_type, iv, size, s3_path } = row
  if (content_type === null || iv === null || size === null) throw new ProductError('part.not_made')
  return { content_type, iv, size, s3_path, part, is_content_in_table: isInDatabase(part) }
}

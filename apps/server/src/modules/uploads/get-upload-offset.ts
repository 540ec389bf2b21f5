import type { CallInput, calls, PayloadState } from '@holdfast/contract'
import type { RequestContext } from '../../platform/http/index.ts'
import { ownPayload } from './own-payload.ts'
import { arrivedBytes, partsOf } from './upload-parts.ts'
import { isUploadable } from './uploadable.ts'

/** `HEAD /payloads/{payload_reference}/content`: where the upload continues; the whole size once all has arrived. */
export const getUploadOffset = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.getUploadOffset>,
): Promise<undefined> => {
  const offset = await ctx.read(async (tx) => {
    const payload = await ownPayload(tx, ctx.device, params.payload_reference)
    if (!isUploadable(payload.payload_state as PayloadState)) return payload.size ?? 0
    return arrivedBytes(await partsOf(tx, payload.payload_reference))
  })
  ctx.reply.header('upload-offset', String(offset))
}

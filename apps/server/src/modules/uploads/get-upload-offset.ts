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
    // Before the payload: who completes the upload in between takes them away, and is then seen to have completed it.
    const parts = await partsOf(tx, params.payload_reference)
    const payload = await ownPayload(tx, ctx.device, params.payload_reference)
    return isUploadable(payload.payload_state as PayloadState) ? arrivedBytes(parts) : (payload.size ?? 0)
  })
  ctx.reply.header('upload-offset', String(offset))
}

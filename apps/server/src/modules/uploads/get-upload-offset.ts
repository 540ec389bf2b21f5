import type { CallInput, calls } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { uploadOffset } from './upload-offset.ts'

/** `HEAD /payloads/{payload_reference}/content`. */
export const getUploadOffset = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.getUploadOffset>,
): Promise<undefined> => {
  const offset = await ctx.read((tx) => uploadOffset(tx, ctx.device, params.payload_reference))
  ctx.reply.header('upload-offset', String(offset))
}

import { Readable } from 'node:stream'
import { type CallInput, type calls, type PayloadState, ProductError } from '@holdfast/contract'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import type { PayloadRow, TenantTransaction } from '../../platform/database/index.ts'
import type { Objects } from '../../platform/objects/index.ts'
import { lockPayload } from '../payloads/index.ts'
import { assembleUpload, discardParts } from './assemble-upload.ts'
import { completeUploadJob } from './complete-upload-job.ts'
import { containsPart } from './contains-part.ts'
import { finishUpload } from './finish-upload.ts'
import { partObjectKey } from './object-keys.ts'
import { objectExists } from './objects-without-rows.ts'
import { ownPayload } from './own-payload.ts'
import { type Part, readPartHeaders } from './part-headers.ts'
import { receivedBytes } from './received-bytes.ts'
import { uploadOffset } from './upload-offset.ts'
import { arrivedBytes, classifyPart, insertPart, partsOf, type StoredPart } from './upload-parts.ts'
import { isUploadable } from './uploadable.ts'

/** If an upload is not completed this long after its last part arrived, a job completes it. */
const completeByJobAfterMs = 30_000

/**
 * `PATCH /payloads/{payload_reference}/content`: receives the next part of the sealed bytes. A part is recorded once it is
 * durable and its digest matches; the last one completes the upload. Sending a part again gives the same answer.
 */
export const uploadContent = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.uploadContent>,
): Promise<undefined> => {
  const part = readPartHeaders(ctx.request.headers)
  const { payload, parts } = await ctx.read(async (tx) => {
    // Read before the payload: if the upload is completed in between, which deletes its parts, the payload's state
    // shows that.
    const parts = await partsOf(tx, params.payload_reference)
    return { payload: await ownPayload(tx, ctx.device, params.payload_reference), parts }
  })
  ctx.setAuditGroup(payload.group)
  try {
    const offset = isUploadable(payload.payload_state as PayloadState)
      ? await receive(ctx, payload, parts, part)
      : await answerRepeated(ctx, payload, part)
    setOffsetHeader(ctx, offset)
  } catch (error) {
    if (error instanceof ProductError && error.status === 409) setOffsetHeader(ctx, await currentOffset(ctx, payload))
    throw error
  }
}

const setOffsetHeader = (ctx: RequestContext, offset: number): void => {
  ctx.reply.header('upload-offset', String(offset))
}

/** The offset at which a refused upload continues, so that the handset need not ask for it. */
const currentOffset = (ctx: RequestContext, { payload_reference }: PayloadRow): Promise<number> =>
  ctx.read((tx) => uploadOffset(tx, ctx.device, payload_reference))

const receive = async (
  ctx: RequestContext,
  payload: PayloadRow,
  parts: readonly StoredPart[],
  part: Part,
): Promise<number> => {
  assertFits(payload, parts, part)
  const { client } = ctx
  const object_key = partObjectKey(client, payload.payload_reference, part.start_offset, part.sha256)
  const content = receivedBytes(bodyOf(ctx), part)
  if (classifyPart(parts, part) === 'repeated') await readToEnd(content)
  else await ctx.platform.objects.put(object_key, content, { bytes: part.bytes, ifAbsent: true })
  await ctx.assertStillAdmitted()
  const stored: StoredPart = { ...part, object_key }

  if (part.start_offset + part.bytes === payload.size) return receiveLast(ctx, payload, stored)
  return ctx.transaction(async (tx) => audited(tx, part, await recordPart(tx, ctx.platform.objects, payload, stored)))
}

/** The last part is recorded before the upload is completed, so that the job can complete it after a crash in between. */
const receiveLast = async (ctx: RequestContext, payload: PayloadRow, part: StoredPart): Promise<number> => {
  const { platform, client } = ctx
  const { payload_reference, payload_type } = payload
  const offset = await platform.database.transaction(client, (tx) => recordPart(tx, platform.objects, payload, part))
  const assembled = await assembleUpload(platform, client, payload_reference)
  const finished = await ctx.transaction(async (tx) => {
    audited(tx, part, offset)
    const before = assembled && (await finishUpload(tx, ctx.actor, payload_reference, assembled.content))
    if (before) tx.audit('payload.uploaded', { payload_reference })
    return before !== null
  })
  if (finished) platform.metrics.payloads.inc({ payload_type, state: 'Uploaded' })
  // The upload is complete. A sweep removes what cannot be removed now.
  await discardParts(platform.objects, [...(assembled?.parts ?? []), part]).catch((error: unknown) =>
    platform.log.warn({ err: error }, 'parts of a completed upload remain'),
  )
  return offset
}

/** @throws ProductError upload.wrong_offset, payload.size_mismatch, before any byte of the body is read */
const assertFits = (payload: PayloadRow, parts: readonly StoredPart[], part: Part): void => {
  if (classifyPart(parts, part) === 'elsewhere') throw wrongOffset(parts)
  if (part.start_offset + part.bytes > (payload.size ?? 0)) throw new ProductError('payload.size_mismatch')
}

/** @returns the offset at which the upload continues */
const recordPart = async (
  tx: TenantTransaction,
  objects: Objects,
  payload: PayloadRow,
  part: StoredPart,
): Promise<number> => {
  const { payload_reference } = payload
  const locked = await lockPayload(tx, payload_reference)
  if (!locked) throw new ProductError('payload.not_found')
  // Another copy of this upload completed it while these bytes arrived.
  if (!isUploadable(locked.payload_state as PayloadState)) return locked.size ?? 0
  const parts = await partsOf(tx, payload_reference)
  // The handset sealed the recording again while these bytes arrived.
  if (locked.checksum !== payload.checksum) throw wrongOffset(parts)
  const place = classifyPart(parts, part)
  if (place === 'elsewhere') throw wrongOffset(parts)
  if (place === 'next') {
    // A sweep removed the part as abandoned, so it has to be sent again.
    if (!(await objectExists(tx, objects, part.object_key))) throw wrongOffset(parts)
    await insertPart(tx, payload_reference, part)
  }
  const offset = arrivedBytes(parts) + (place === 'next' ? part.bytes : 0)
  if (offset === locked.size) {
    const runAt = new Date(tx.now.getTime() + completeByJobAfterMs)
    await tx.enqueue(completeUploadJob, { client: tx.client, payload_reference }, { runAt })
  }
  return offset
}

/** For a payload that no longer accepts bytes: a part with the stored bytes is accepted, any other is refused. */
const answerRepeated = async (ctx: RequestContext, payload: PayloadRow, part: Part): Promise<number> => {
  if (!(await containsPart(ctx.platform, payload, part))) {
    throw new ProductError('payload.not_uploadable', { state: payload.payload_state })
  }
  await readToEnd(receivedBytes(bodyOf(ctx), part))
  await ctx.assertStillAdmitted()
  return ctx.transaction(async (tx) => audited(tx, part, payload.size ?? 0))
}

const audited = (tx: AuditedTransaction, { start_offset, bytes }: Part, offset: number): number => {
  tx.audit('payload.part_received', { start_offset, bytes })
  return offset
}

const wrongOffset = (parts: readonly StoredPart[]) =>
  new ProductError('upload.wrong_offset', { offset: arrivedBytes(parts) })

const bodyOf = ({ request }: RequestContext): Readable => {
  if (request.body instanceof Readable) return request.body
  throw new ProductError('request.malformed', { reason: 'Content-Type must be application/octet-stream' })
}

const readToEnd = async (content: AsyncIterable<Uint8Array>): Promise<void> => {
  for await (const _ of content);
}

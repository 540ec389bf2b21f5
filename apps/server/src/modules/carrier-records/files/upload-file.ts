import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type CallInput, type CarrierImport, type calls, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../../core/calls/index.ts'
import { newId } from '../../../platform/identifiers.ts'
import { isText, lookedAtBytes } from './file-format.ts'
import { receiveFile, removeParts, storePart } from './file-parts.ts'

/**
 * `POST /carrier_imports`: keeps a file until somebody says how it is read.
 * @throws ProductError `carrier_import.too_large`, `carrier_import.too_many_rows`, `carrier_import.empty`,
 * `carrier_import.not_text`, `request.malformed`
 */
export const uploadCarrierFile = async (
  ctx: RequestContext,
  { query }: CallInput<typeof calls.uploadCarrierFile>,
): Promise<CarrierImport> => {
  const { platform, client } = ctx
  const import_reference = newId(new Date())
  const hash = createHash('sha256')
  const beginning: Uint8Array[] = []
  let begunBytes = 0
  try {
    const file = await receiveFile(
      bodyOf(ctx),
      (chunk) => {
        hash.update(chunk)
        if (begunBytes < lookedAtBytes) beginning.push(chunk.subarray(0, lookedAtBytes - begunBytes))
        begunBytes += chunk.length
      },
      (part, bytes) => platform.database.transaction(client, (tx) => storePart(tx, import_reference, part, bytes)),
    )
    if (file.bytes === 0) throw new ProductError('carrier_import.empty')
    if (!isText(Buffer.concat(beginning))) throw new ProductError('carrier_import.not_text')
    await ctx.assertStillAdmitted()
    return await ctx.transaction(async (tx) => {
      const { reference } = ctx.actor
      const file_sha256 = hash.digest('hex')
      const made = { created_at: tx.now, created_by: reference, updated_at: tx.now, updated_by: reference }
      const row = await tx.db
        .insertInto('carrier_imports')
        .values({
          client,
          import_reference,
          ...query,
          ...made,
          file_sha256,
          file_bytes: file.bytes,
          lines: file.lines,
          state: 'Uploaded',
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      tx.audit('carrier_import.uploaded', { import_reference, ...query, file_sha256, file_bytes: file.bytes })
      return row
    })
  } catch (error) {
    await platform.database.transaction(client, (tx) => removeParts(tx, import_reference))
    throw error
  }
}

/** The bytes of the body. The rest of one that is refused is read and discarded, so that the caller reads why. */
async function* bodyOf({ request }: RequestContext): AsyncGenerator<Uint8Array> {
  if (!(request.body instanceof Readable)) {
    throw new ProductError('request.malformed', { reason: 'Content-Type must be application/octet-stream' })
  }
  const body = request.body
  let hasEnded = false
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) yield chunk
    hasEnded = true
  } catch {
    throw new ProductError('request.malformed', { reason: 'the body broke off' })
  } finally {
    if (!hasEnded) body.resume()
  }
}

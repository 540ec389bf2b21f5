import { Readable } from 'node:stream'
import { type CallInput, type calls, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../../core/calls/index.ts'
import { lockPending } from '../runs/migration-record.ts'
import { savePart, sealExportPart } from './export-parts.ts'
import { assertNotRemoving } from './removed-exports.ts'

/**
 * `PUT /migration_exports/{folder}`: stores a part of a file.
 * @throws ProductError `request.malformed`, `migration.part_too_large`, `migration.running` if a run reads the folder,
 * `migration.export_removed` while it is removed
 */
export const uploadMigrationPart = async (
  ctx: RequestContext,
  { params: { folder }, query }: CallInput<typeof calls.uploadMigrationPart>,
): Promise<undefined> => {
  const { platform, client } = ctx
  const { file_name, part, parts } = query
  const body = bodyOf(ctx)
  if (part > parts) throw await refused(body, new ProductError('request.malformed', { reason: 'part is above parts' }))
  const stored = await sealExportPart(platform, client, { folder, file_name, part, parts }, body)
  const removable = await keep(ctx, stored).catch(async (error: unknown) => {
    await platform.objects.delete(stored.object_key)
    throw error
  })
  for (const key of removable) await platform.objects.delete(key)
}

const keep = async (ctx: RequestContext, stored: Awaited<ReturnType<typeof sealExportPart>>): Promise<string[]> => {
  await ctx.assertStillAdmitted()
  return ctx.transaction(async (tx) => {
    await assertNotRemoving(tx, stored.folder)
    const pending = await lockPending(tx)
    if (pending && !pending.is_stopped && pending.folder === stored.folder) throw new ProductError('migration.running')
    const { folder, file_name, part, parts, bytes } = stored
    tx.audit('migration.part_uploaded', { folder, file_name, part, parts, bytes })
    return savePart(tx, stored, ctx.actor.reference)
  })
}

/** The bytes of the body. The rest of one that is refused is read and discarded, so that the caller reads why. */
async function* bodyOf({ request }: RequestContext): AsyncGenerator<Uint8Array> {
  if (!(request.body instanceof Readable)) {
    throw new ProductError('request.malformed', { reason: 'Content-Type must be application/octet-stream' })
  }
  const body = request.body
  try {
    // A stream of chunks whose memory is not used again, as sealing needs it.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) yield chunk
  } catch {
    throw new ProductError('request.malformed', { reason: 'the body broke off' })
  } finally {
    body.resume()
  }
}

/** Starts and ends the body's generator, whose `finally` then discards what the caller still sends. */
const refused = async (body: AsyncGenerator<Uint8Array>, error: ProductError): Promise<ProductError> => {
  await body.next()
  await body.return(undefined)
  return error
}

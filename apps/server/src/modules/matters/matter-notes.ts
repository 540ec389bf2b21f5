import { type CallInput, type calls, type MatterNote, ProductError } from '@holdfast/contract'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { isEqual } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { assertMay, matters, mayAdd, mayOpen, notifyOfMatter } from '../legal-holds/index.ts'

/**
 * `GET /matters/{matter_reference}/notes`: the newest first, since identifiers begin with the time of creation.
 * @throws ProductError `request.not_found`, `auth.forbidden`
 */
export const listMatterNotes = async (
  ctx: RequestContext,
  { params: { matter_reference }, query }: CallInput<typeof calls.listMatterNotes>,
) => {
  assertMay(ctx, await ctx.read((tx) => matters.find(tx, matter_reference)), mayOpen)
  return answerTableList(ctx, query, {
    list: `notes of ${matter_reference}`,
    table: 'matter_notes',
    key: ['note_id'],
    direction: 'desc',
    conditions: () => [isEqual('matter_reference', matter_reference)],
    toItems: (rows) => rows,
  })
}

/**
 * `POST /matters/{matter_reference}/notes`. The trail says that there is a note, and does not repeat it.
 * @throws ProductError `request.not_found`, `auth.forbidden`, `matter.closed`
 */
export const createMatterNote = (
  ctx: RequestContext,
  { params: { matter_reference }, body: { note_body } }: CallInput<typeof calls.createMatterNote>,
): Promise<MatterNote> =>
  ctx.transaction(async (tx) => {
    const matter = assertMay(ctx, await matters.lock(tx, matter_reference), mayAdd)
    if (matter.is_closed) throw new ProductError('matter.closed')
    const written = await tx.db
      .insertInto('matter_notes')
      .values({
        client: tx.client,
        note_id: newId(tx.now),
        matter_reference,
        note_body,
        created_at: tx.now,
        created_by: ctx.actor.reference,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    tx.audit('matter.note_written', { matter_reference, note_id: written.note_id })
    await notifyOfMatter(tx, matter)
    return written
  })

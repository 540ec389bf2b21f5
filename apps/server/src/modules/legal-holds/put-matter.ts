import { type CallInput, type calls, type Matter, ProductError } from '@holdfast/contract'
import { type AuditedTransaction, isUnchanged, type RequestContext } from '../../core/calls/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { lockHolds } from './hold-epochs.ts'
import { activeHoldsOfMatter } from './hold-rows.ts'
import { type MatterRow, matters, toMatters } from './matter-record.ts'

const fieldsOf = ({ title, reason, review_on, is_closed }: MatterRow) => ({
  title,
  reason,
  review_on,
  is_closed,
})

/** As the trail names them. */
const toldOf = ({ title, reason, review_on, is_closed }: Change['fields']) => ({
  matter_title: title,
  matter_reason: reason,
  review_on,
  is_matter_closed: is_closed,
})

/**
 * `PUT /matters/{matter_reference}`: opens a matter, changes it or closes it.
 * @throws ProductError `edit.conflict`, `matter.has_holds`
 */
export const putMatter = (
  ctx: RequestContext,
  { params: { matter_reference }, body: { version, ...fields } }: CallInput<typeof calls.putMatter>,
): Promise<Matter> =>
  ctx.transaction(async (tx) => {
    await lockHolds(tx, 'update')
    const before = await matters.lock(tx, matter_reference)
    assertVersion(version, before)
    const held = fields.is_closed && (await activeHoldsOfMatter(tx, { matter_reference, after: '', limit: 1 }))
    if (held && held.length > 0) throw new ProductError('matter.has_holds')
    const [matter] = await toMatters(tx, [await save(ctx, tx, { matter_reference, before, fields })])
    if (!matter) throw new Error('The matter was saved, but not found')
    return matter
  })

interface Change {
  matter_reference: string
  before: MatterRow | undefined
  fields: ReturnType<typeof fieldsOf>
}

const save = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  { matter_reference, before, fields }: Change,
): Promise<MatterRow> => {
  if (before && isUnchanged(fieldsOf(before), fields)) {
    tx.audit('record.unchanged', { matter_reference })
    return before
  }
  const by = ctx.actor.reference
  tx.audit('matter.saved', { matter_reference, before: before ? toldOf(before) : null, after: toldOf(fields) })
  return before
    ? matters.replace(tx, matter_reference, fields, by)
    : matters.insert(tx, matter_reference, { ...fields, created_by: by }, by)
}

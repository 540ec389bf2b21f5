import type { CallInput, calls, PersonalNumbersChanged } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { personalNumberRecordOf } from './list-personal-numbers.ts'
import { lockPersonWithNumbers } from './person-with-numbers.ts'
import { activePersonalNumbers } from './personal-numbers.ts'

/**
 * `DELETE /personal_numbers`: a recording that was made until now stays personal, or becomes it when it arrives later. The numbers stay as
 * inactive ones, with who removed them and why.
 * @throws ProductError `request.not_found`
 */
export const removePersonalNumbers = (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.removePersonalNumbers>,
): Promise<PersonalNumbersChanged> =>
  ctx.transaction(async (tx) => {
    const { device_user_reference, numbers, reason } = body
    const group = await lockPersonWithNumbers(ctx, tx, device_user_reference)
    const before = await activePersonalNumbers(tx, device_user_reference)
    const rows = await tx.db
      .updateTable('personal_numbers')
      .set({ is_active: false, deleted_at: tx.now, deleted_by: ctx.actor.reference, deleted_reason: reason })
      .where('client', '=', tx.client)
      .where('device_user_reference', '=', device_user_reference)
      .where('is_active', '=', true)
      .where('personal_number', 'in', numbers)
      .returningAll()
      .execute()
    const removed = new Map(rows.map((row) => [row.personal_number, personalNumberRecordOf(row, [])]))
    if (removed.size === 0) {
      tx.audit('record.unchanged', { device_user_reference }, [])
    } else {
      const after = before.filter((number) => !removed.has(number))
      const change = { before: { personal_numbers: before }, after: { personal_numbers: after } }
      tx.audit('personal_number.removed', { device_user_reference, reason, ...change }, [group])
    }
    return {
      items: numbers.map((personal_number, place) => ({
        personal_number,
        result: removed.has(personal_number) && numbers.indexOf(personal_number) === place ? 'removed' : 'unchanged',
        record: removed.get(personal_number) ?? null,
      })),
    }
  })

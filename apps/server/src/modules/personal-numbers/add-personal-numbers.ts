import { type CallInput, type calls, limits, type PersonalNumbersChanged, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { personalNumberRecordOf } from './list-personal-numbers.ts'
import { lockPersonWithNumbers } from './person-with-numbers.ts'
import { activePersonalNumbers } from './personal-numbers.ts'

/**
 * `PUT /personal_numbers`: a recording is personal if it was made from now on, whenever it arrives. Earlier ones stay as they are.
 * @throws ProductError `request.not_found`, `personal_number.too_many`
 */
export const addPersonalNumbers = (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.addPersonalNumbers>,
): Promise<PersonalNumbersChanged> =>
  ctx.transaction(async (tx) => {
    const { device_user_reference, reason } = body
    const group = await lockPersonWithNumbers(ctx, tx, device_user_reference)
    const before = await activePersonalNumbers(tx, device_user_reference)
    const added = [...new Set(body.numbers)].filter((number) => !before.includes(number))
    const after = [...before, ...added].sort()
    const limit = limits.maxPersonalNumbersOfPerson
    if (added.length > 0 && after.length > limit) throw new ProductError('personal_number.too_many', { limit })
    if (added.length === 0) {
      tx.audit('record.unchanged', { device_user_reference }, [])
    } else {
      const values = { client: tx.client, device_user_reference, group, reason, is_active: true }
      const made = { created_at: tx.now, created_by: ctx.actor.reference }
      await tx.db
        .insertInto('personal_numbers')
        .values(added.map((personal_number) => ({ ...values, ...made, id: newId(tx.now), personal_number })))
        .execute()
      const change = { before: { personal_numbers: before }, after: { personal_numbers: after } }
      tx.audit('personal_number.added', { device_user_reference, reason, ...change }, [group])
    }
    const records = await activeRecords(tx, device_user_reference)
    return {
      items: body.numbers.map((personal_number, place) => ({
        personal_number,
        result:
          added.includes(personal_number) && body.numbers.indexOf(personal_number) === place ? 'added' : 'unchanged',
        record: records.get(personal_number) ?? null,
      })),
    }
  })

/** The active personal numbers of a person, by number. */
const activeRecords = async (tx: TenantTransaction, device_user_reference: string) => {
  const rows = await tx.db
    .selectFrom('personal_numbers')
    .selectAll()
    .where('client', '=', tx.client)
    .where('device_user_reference', '=', device_user_reference)
    .where('is_active', '=', true)
    .execute()
  return new Map(rows.map((row) => [row.personal_number, personalNumberRecordOf(row, ['remove'])]))
}

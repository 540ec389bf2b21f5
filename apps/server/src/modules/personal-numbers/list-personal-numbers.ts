import type { CallInput, calls, PersonalNumberRecord } from '@holdfast/contract'
import type { Selectable } from 'kysely'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { containsText, isAnyOf, isEqual, type Tables } from '../../platform/database/index.ts'
import { groupsToRead, whatOneMay } from './policy.ts'

/** A personal number as calls return it. Only its removal changes it. */
export const personalNumberRecordOf = (
  row: Selectable<Tables['personal_numbers']>,
  may: PersonalNumberRecord['may'],
): PersonalNumberRecord => ({
  ...row,
  may,
  updated_at: row.deleted_at ?? row.created_at,
  updated_by: row.deleted_by ?? row.created_by,
})

/** `GET /personal_numbers`: those of people in groups that the caller may see, the newest first. */
export const listPersonalNumbers = async (
  ctx: RequestContext,
  { query }: CallInput<typeof calls.listPersonalNumbers>,
) => {
  const visible = await groupsToRead(ctx)
  const mayOf = await whatOneMay(ctx)
  return answerTableList(ctx, query, {
    table: 'personal_numbers',
    // An id begins with the time at which it was made.
    key: ['id'],
    direction: 'desc',
    conditions: (filter) => [
      isAnyOf('group', visible),
      isAnyOf('group', filter.groups),
      isAnyOf('device_user_reference', filter.device_user_references),
      isAnyOf('personal_number', filter.personal_numbers),
      containsText(['personal_number'], filter.number),
      isEqual('is_active', filter.is_active),
    ],
    toItems: (rows) => rows.map((row) => personalNumberRecordOf(row, mayOf(row))),
  })
}

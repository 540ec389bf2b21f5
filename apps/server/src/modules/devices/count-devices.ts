import type { ListTotal } from '@holdfast/contract'
import { sql } from 'kysely'
import { cappedTotal, maxCountedRows } from '../../core/calls/index.ts'
import { allOf, type Condition, isAnyOf, isEqual, type TenantTransaction } from '../../platform/database/index.ts'

/** The number of devices of these groups that meet a condition, as lists count them. */
export const countDevices = async (
  { client, db }: TenantTransaction,
  groups: readonly string[],
  condition: Condition,
): Promise<ListTotal> => {
  const where = allOf([isEqual('client', client), isAnyOf('group', groups), condition])
  const counted = sql<{ total: number }>`select count(*) as total
    from (select from devices where ${where} limit ${maxCountedRows}) counted`
  return cappedTotal((await counted.execute(db)).rows[0]?.total ?? 0)
}

import type { TenantTransaction } from '../../platform/database/index.ts'
import { type AlertCause, alertKey } from './raise-alert.ts'

/** Whether no alert of this cause, of any state, has an occurrence at this time or later. */
export const notToldSince = async (
  tx: TenantTransaction,
  { condition, of }: Pick<AlertCause, 'condition' | 'of'>,
  time: string,
): Promise<boolean> => {
  const told = await tx.db
    .selectFrom('alerts')
    .select('alert_reference')
    .where('client', '=', tx.client)
    .where('alert_key', '=', alertKey(condition, of))
    .where('last_occurrence', '>=', time)
    .executeTakeFirst()
  return told === undefined
}

import type { TenantTransaction } from '../../platform/database/index.ts'
import { isUnfinished } from './device-command-row.ts'

/** Fails what a device that was removed was told and has not finished. @returns how many commands that were */
export const failCommandsOf = async (
  tx: TenantTransaction,
  device_reference: string,
  updated_by: string,
): Promise<number> => {
  const failed = await tx.db
    .updateTable('device_commands')
    .set({ state: 'Failed', failure: 'device_removed', completed_at: tx.now, updated_at: tx.now, updated_by })
    .where('client', '=', tx.client)
    .where('device_reference', '=', device_reference)
    .where(isUnfinished)
    .returning('command_reference')
    .execute()
  return failed.length
}

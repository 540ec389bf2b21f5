import { type CallInput, type calls, ProductError } from '@holdfast/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import { storedJson, type TenantTransaction } from '../../platform/database/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { clearAlert } from '../alerts/index.ts'
import { fieldsOf, transferConfigs } from './config-row.ts'

/** Alerts of a configuration that nothing else ends any more. */
const ended = [
  'transfer_failed',
  'transfer_late',
  'transfer_receipt_late',
  'transfer_differs',
  'transfer_host_key_changed',
] as const

/** `DELETE /transfer_configs/{transfer_config_reference}`: its transfers stay. */
export const deleteTransferConfig = (
  ctx: RequestContext,
  { params: { transfer_config_reference }, query }: CallInput<typeof calls.deleteTransferConfig>,
): Promise<undefined> =>
  ctx.transaction(async (tx) => {
    const stored = await transferConfigs.lock(tx, transfer_config_reference)
    if (!stored) throw new ProductError('request.not_found')
    assertVersion(query.version, stored)
    if (await isRequired(tx, transfer_config_reference)) throw new ProductError('transfer_config.required')
    await transferConfigs.remove(tx, transfer_config_reference)
    for (const condition of ended) await clearAlert(tx, condition, transfer_config_reference)
    tx.audit('transfer_config.deleted', { transfer_config_reference, before: fieldsOf(stored), after: null })
    return undefined
  })

/** Whether a policy that is in force, or waits to be, keeps recordings until they were transferred by this configuration. */
const isRequired = async (tx: TenantTransaction, reference: string): Promise<boolean> => {
  const requiring = storedJson([{ required_transfers: [reference] }])
  const { rows } = await sql`select from retention_policies where client = ${tx.client} and ended_at is null
    and payloads @> ${requiring}::jsonb limit 1`.execute(tx.db)
  return rows.length > 0
}

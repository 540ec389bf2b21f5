import type { AuditEvent } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { writeNonCall } from './non-call-activity.ts'

interface ProductActivity {
  call: string
  event: AuditEvent
  details: Record<string, unknown>
  group?: string | null
}

/**
 * Records on an account's trail something that the product did without a call, in the transaction of the change.
 * @param call `JOB` or `COMMAND`, and its name
 * @param group the group that it is about, whose readers see it
 */
export const recordProductActivity = (
  tx: TenantTransaction,
  { call, event, details, group = null }: ProductActivity,
): Promise<void> =>
  writeNonCall(tx, {
    call,
    user_id: 'system',
    user_ip: '',
    parameters: {},
    events: [{ event, details }],
    group,
    status_code: 200,
    denial_reason: null,
  })

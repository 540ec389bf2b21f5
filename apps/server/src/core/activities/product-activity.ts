import type { AuditEvent } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { writeNonCall } from './non-call-activity.ts'

/**
 * Records on an account's trail something that the product did without a call, in the transaction of the change.
 * @param call `JOB` or `COMMAND`, and its name
 */
export const recordProductActivity = (
  tx: TenantTransaction,
  { call, event, details }: { call: string; event: AuditEvent; details: Record<string, unknown> },
): Promise<void> =>
  writeNonCall(tx, {
    call,
    user_id: 'system',
    user_ip: '',
    parameters: {},
    events: [{ event, details }],
    status_code: 200,
    denial_reason: null,
  })

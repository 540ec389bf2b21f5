import type { AuditEvent } from '@holdfast/contract'
import { newId } from '../clock/identifiers.ts'
import { storedJson, type TenantTransaction } from '../database/index.ts'

/**
 * Puts on an account's trail what the product does without a call, in the transaction of the change.
 * @param call what did it: `JOB` or `COMMAND`, and its name
 */
export const recordProductActivity = async (
  { client, now, db }: TenantTransaction,
  { call, event, details }: { call: string; event: AuditEvent; details: Record<string, unknown> },
): Promise<void> => {
  await db
    .insertInto('user_activities')
    .values({
      client,
      log_id: newId(now),
      user_id: 'system',
      roles: [],
      user_ip: '',
      browser: null,
      is_client_app: false,
      support_reference: null,
      activity_time: now,
      activity_end_time: now,
      duration: 0,
      group: null,
      action: 'public',
      call,
      is_allowed: true,
      denial_reason: null,
      parameters: '{}',
      events: storedJson([{ event, details }]),
      status_code: 200,
      request_id: newId(now),
    })
    .execute()
}

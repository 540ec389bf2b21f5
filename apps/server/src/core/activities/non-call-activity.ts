import { storedJson, type TenantTransaction } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { deviceUsersStatement } from './about-device-users.ts'
import type { AuditedEvent } from './activity.ts'

/** An entry of the trail for something that was no call of the contract. */
export interface NonCallActivity {
  /** `JOB`, `COMMAND` or a method, and the name of what ran. */
  call: string
  user_id: string
  user_ip: string
  parameters: Record<string, unknown>
  events: readonly AuditedEvent[]
  status_code: number
  /** The group that it is about. */
  group?: string | null
  /** `null` when nothing was refused. */
  denial_reason: string | null
}

/** Writes the entry in the transaction of the change that it describes. */
export const writeNonCall = async (
  { client, now, db, executeAll }: TenantTransaction,
  { parameters, events, denial_reason, group = null, ...fields }: NonCallActivity,
): Promise<void> => {
  const row = {
    ...fields,
    client,
    log_id: newId(now),
    roles: [],
    browser: null,
    is_client_app: false,
    support_reference: null,
    activity_time: now,
    activity_end_time: now,
    duration: 0,
    group,
    action: 'public' as const,
    is_allowed: denial_reason === null,
    denial_reason,
    parameters: storedJson(parameters),
    events: storedJson(events),
    request_id: newId(now),
  }
  await db.insertInto('user_activities').values(row).execute()
  const about = deviceUsersStatement(client, [row])
  if (about) await executeAll([about])
}

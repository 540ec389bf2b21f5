import { type ListTotal, spanOfDateParameter } from '@holdfast/contract'
import { sql } from 'kysely'
import type { Condition, TenantTransaction } from '../../platform/database/index.ts'
import { countDevices } from './count-devices.ts'

/** Whether an active device, which nobody blocked, has not been heard of since a date. One that never was is silent since it was activated. */
export const isSilent = (silent_since: string | undefined): Condition =>
  silent_since === undefined
    ? undefined
    : sql<boolean>`not is_deactivated and not is_blocked and activated_at is not null
        and coalesce(last_seen, activated_at) < ${spanOfDateParameter(silent_since).from}::timestamptz`

/** The total of `GET /devices` with the same filter, in these groups. */
export const countSilentDevices = (
  tx: TenantTransaction,
  groups: readonly string[],
  silent_since: string,
): Promise<ListTotal> => countDevices(tx, groups, isSilent(silent_since))

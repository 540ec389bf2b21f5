import type { LeftOutReason } from '@holdfast/contract'
import type { PayloadRow } from '../../platform/database/index.ts'
import { hasContent } from '../payloads/index.ts'

const reasonOfState: Readonly<Record<string, LeftOutReason | null>> = {
  Processed: null,
  Transferred: null,
  Quarantined: 'quarantined',
  // A new scan is under way: whatever it finds, the recording arrives again.
  Scanning: 'quarantined',
  Failed: 'failed',
  Uploaded: 'failed',
  Deleted: 'deleted',
  Destroyed: 'destroyed',
}

/** Why a recording may not be sent now; `null` if it may. @param payload `undefined`: its row has ended */
export const leftOutReasonOf = (payload: PayloadRow | undefined): LeftOutReason | null => {
  if (!payload) return 'destroyed'
  if (payload.is_personal_number) return 'personal'
  const reason = reasonOfState[payload.payload_state]
  if (reason !== null) return reason ?? 'no_content'
  return hasContent(payload) ? null : 'no_content'
}

/** A recording may not be sent any more. */
export class LeftOut extends Error {
  override readonly name = 'LeftOut'
  readonly reason: LeftOutReason

  constructor(reason: LeftOutReason) {
    super(reason)
    this.reason = reason
  }
}

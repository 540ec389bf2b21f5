import { sql } from 'kysely'
import type { TenantTransaction } from '../database/index.ts'

const secondMs = 1000

/**
 * Ends every session of a person: no id token that was issued until now is good any more, and what the embedded broker keeps
 * of them (its sessions, codes and refresh tokens) is gone, so that the next sign-in is a new one. Open streams and playback
 * end when they hear of it.
 */
export const endSessions = async (tx: TenantTransaction, user_reference: string, updated_by: string): Promise<void> => {
  // Tokens tell the second they were issued in, so that one of this second could have been issued before now.
  const validFrom = new Date((Math.floor(tx.now.getTime() / secondMs) + 1) * secondMs)
  await tx.db
    .updateTable('portal_users')
    .set({ sessions_valid_from: validFrom, updated_at: tx.now, updated_by })
    .where('client', '=', tx.client)
    .where('user_reference', '=', user_reference)
    .execute()
  await tx.db
    .deleteFrom('identity_records')
    .where('client', '=', tx.client)
    .where(sql`payload ->> 'accountId'`, '=', user_reference)
    .execute()
  await tx.notify({ kind: 'session', reference: user_reference, state: null, payload_type: null, group: null })
}

import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { endSessionsBefore } from '../authorization/index.ts'

const secondMs = 1000

/**
 * Ends every session of a person: id tokens issued until now become invalid, and the embedded broker's sessions, codes and
 * refresh tokens for them are deleted, so that they have to sign in again. Event streams and playback end when they receive
 * the notice.
 */
export const endSessions = async (tx: TenantTransaction, user_reference: string, updated_by: string): Promise<void> => {
  // Tokens carry whole seconds, so a token of the current second may have been issued before now.
  const validFrom = new Date((Math.floor(tx.now.getTime() / secondMs) + 1) * secondMs)
  await endSessionsBefore(tx, validFrom, { user_reference, updated_by })
  await endBrokerSessions(tx, user_reference)
  await tx.notify({ kind: 'session', reference: user_reference, state: null, payload_type: null, group: null })
}

/** Deletes the embedded broker's sessions, codes and refresh tokens for a person, in every browser. */
export const endBrokerSessions = async (tx: TenantTransaction, user_reference: string): Promise<void> => {
  await tx.db
    .deleteFrom('identity_records')
    .where('client', '=', tx.client)
    .where(sql`payload ->> 'accountId'`, '=', user_reference)
    .execute()
}

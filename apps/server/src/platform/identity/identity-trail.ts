import { newId } from '../clock/identifiers.ts'
import type { Database } from '../database/index.ts'
import type { IdentityEvent } from './broker/broker-options.ts'

const refusals = {
  sign_in_failed: { status_code: 401, denial_reason: 'identity.wrong_password' },
  sign_in_limited: { status_code: 429, denial_reason: 'identity.too_many_tries' },
  upstream_failed: { status_code: 401, denial_reason: 'identity.upstream_failed' },
} as const

const longestReason = 255

/**
 * Puts refused sign-ins on the account's trail; those that succeed are recorded when the portal exchanges the code. What was
 * typed is not kept: people type passwords into the wrong field.
 */
export const recordIdentityEvent = async (database: Database, event: IdentityEvent): Promise<void> => {
  if (event.event === 'signed_in') return
  const { client, address } = event
  const now = new Date()
  const user_id = event.event === 'sign_in_failed' ? event.user_reference : null
  const parameters =
    event.event === 'upstream_failed'
      ? { upstream_issuer: event.upstream_issuer, reason: event.reason.slice(0, longestReason) }
      : {}
  await database.transaction(client, (tx) =>
    tx.db
      .insertInto('user_activities')
      .values({
        client,
        log_id: newId(now),
        user_id: user_id ?? 'anonymous',
        roles: [],
        user_ip: address,
        browser: null,
        is_client_app: false,
        support_reference: null,
        activity_time: now,
        activity_end_time: now,
        duration: 0,
        group: null,
        action: 'public',
        call: 'POST /identity',
        is_allowed: false,
        ...refusals[event.event],
        parameters: JSON.stringify(parameters),
        events: '[]',
        request_id: newId(now),
      })
      .execute(),
  )
}

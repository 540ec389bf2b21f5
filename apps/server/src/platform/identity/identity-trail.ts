import { writeUncalled } from '../activities/uncalled-activity.ts'
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
  const user_id = event.event === 'sign_in_failed' ? event.user_reference : null
  const parameters =
    event.event === 'upstream_failed'
      ? { upstream_issuer: event.upstream_issuer, reason: event.reason.slice(0, longestReason) }
      : {}
  await database.transaction(client, (tx) =>
    writeUncalled(tx, {
      call: 'POST /identity',
      user_id: user_id ?? 'anonymous',
      user_ip: address,
      parameters,
      events: [],
      ...refusals[event.event],
    }),
  )
}

import type { Database } from '../../platform/database/index.ts'
import { writeNonCall } from '../activities/index.ts'
import type { IdentityEvent, UpstreamLogout } from './broker/broker-options.ts'
import { endSessions } from './end-sessions.ts'

const refusals = {
  sign_in_failed: { status_code: 401, denial_reason: 'identity.wrong_password' },
  sign_in_limited: { status_code: 429, denial_reason: 'identity.too_many_tries' },
  upstream_failed: { status_code: 401, denial_reason: 'identity.upstream_failed' },
  logout_refused: { status_code: 400, denial_reason: 'identity.bad_logout_token' },
} as const

const maxReasonLength = 255

/**
 * Records refused sign-ins on the account's trail. Successful ones are recorded when the portal exchanges the code. The typed
 * text is not stored, because people type passwords into the wrong field.
 */
export const recordIdentityEvent = async (database: Database, event: IdentityEvent): Promise<void> => {
  if (event.event === 'signed_in') return
  const { client, address } = event
  const user_id = event.event === 'sign_in_failed' ? event.user_reference : null
  const parameters =
    event.event === 'upstream_failed' || event.event === 'logout_refused'
      ? { upstream_issuer: event.upstream_issuer, reason: event.reason.slice(0, maxReasonLength) }
      : {}
  await database.transaction(client, (tx) =>
    writeNonCall(tx, {
      call: 'POST /identity',
      user_id: user_id ?? 'anonymous',
      user_ip: address,
      parameters,
      events: [],
      ...refusals[event.event],
    }),
  )
}

/** Ends a person's sessions because their provider reports it, and records that on the account's trail. */
export const endUpstreamSessions = async (
  database: Database,
  { client, user_reference, address, upstream_issuer }: UpstreamLogout,
): Promise<void> => {
  await database.transaction(client, async (tx) => {
    await endSessions(tx, user_reference, 'system')
    await writeNonCall(tx, {
      call: 'POST /identity/backchannel_logout',
      user_id: user_reference,
      user_ip: address,
      parameters: {},
      events: [{ event: 'portal_user.sessions_ended', details: { user_reference, upstream_issuer } }],
      status_code: 200,
      denial_reason: null,
    })
  })
}

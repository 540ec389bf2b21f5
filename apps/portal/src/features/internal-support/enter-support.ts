import { calls, type SupportAccess } from '@holdfast/contract'
import { callApi, session } from '../../shared/api/client.ts'

/**
 * Enters a customer's account under an approved request. What goes wrong, as when the customer revoked it a moment ago, is
 * said by the call, and support mode ends again.
 */
export const enterSupport = async (request: SupportAccess): Promise<void> => {
  const { client, request_reference: requestReference, role, approval_expiry, requested_expiry } = request
  session.enterSupport({ client, requestReference, role, expiresAt: approval_expiry ?? requested_expiry })
  try {
    await callApi(calls.enterSupportMode)
  } catch {
    session.endSupport('not_begun')
  }
}

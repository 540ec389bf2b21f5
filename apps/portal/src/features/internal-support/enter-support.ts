import { calls, type SupportAccess } from '@holdfast/contract'
import { callApi, session } from '../../shared/api/client.ts'

/**
 * Enters a customer's account under an approved request. If that fails, for example because the request was revoked a
 * moment ago, the call reports why and support mode ends again.
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

import { redirect } from '@tanstack/react-router'
import { type AnyKindName, addressOfPayload, kindOfType } from '../features/payloads/kinds.ts'
import { payloadQuery } from '../features/payloads/payload-query.ts'
import { queryClient } from '../shared/api/query-client.ts'

/**
 * Redirects to the screen of the recording's own kind before anything is rendered: a pasted reference may open the
 * screen of another kind. When the recording can't be read, the screen itself reports why.
 */
export const redirectToOwnScreen = async (payloadReference: string, name: AnyKindName): Promise<void> => {
  const payload = await queryClient.ensureQueryData(payloadQuery(payloadReference)).catch(() => null)
  if (!payload || (kindOfType(payload.payload_type)?.name ?? 'diagnostics') === name) return
  throw redirect({ to: addressOfPayload(payload.payload_type, payloadReference), replace: true })
}

import { redirect } from '@tanstack/react-router'
import { type KindName, kindOfType } from '../features/payloads/kinds.ts'
import { payloadQuery } from '../features/payloads/payload-query.ts'
import { queryClient } from '../shared/api/query-client.ts'

/**
 * A recording has the screen of its kind: an address that names another kind, as a pasted reference does, is replaced
 * before anything is drawn. A recording that can't be read is left to the screen, which says why.
 */
export const redirectToOwnScreen = async (payloadReference: string, name: KindName): Promise<void> => {
  const payload = await queryClient.ensureQueryData(payloadQuery(payloadReference)).catch(() => null)
  const own = payload && kindOfType(payload.payload_type)
  if (own && own.name !== name) throw redirect({ to: own.linkOf(payloadReference), replace: true })
}

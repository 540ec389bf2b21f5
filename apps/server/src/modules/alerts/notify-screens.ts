import type { AlertTarget } from '@holdfast/contract'
import { providerClient } from '../../core/accounts/index.ts'
import { type Notice, noticesStatement, type TenantTransaction } from '../../platform/database/index.ts'

/**
 * Open screens read their alerts again: those of people with `alerts:read` in the alerts' groups and, for alerts that the provider
 * sees, of its staff. Notices say nothing of an alert, because not everybody may read its scope.
 */
export const notifyScreens = async (
  tx: TenantTransaction,
  alerts: readonly { group: string | null; alert_targets: readonly AlertTarget[] }[],
): Promise<void> => {
  for (const group of new Set(alerts.map((alert) => alert.group))) await tx.notify(noticeOf(group))
  const isOfProvider = alerts.some(({ alert_targets }) => alert_targets.includes('admin'))
  if (!isOfProvider || tx.client === providerClient) return
  await tx.executeAll([noticesStatement({ client: providerClient, now: tx.now }, [noticeOf(null)])])
}

const noticeOf = (group: string | null): Notice => ({
  kind: 'alert',
  reference: '',
  state: null,
  payload_type: null,
  group,
})

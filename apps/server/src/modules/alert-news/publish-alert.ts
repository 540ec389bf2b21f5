import type { WebhookEventType } from '@holdfast/contract'
import { portalOriginOf } from '../../core/hosts/index.ts'
import type { Job } from '../../core/jobs.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import { findTold, type ToldEnd, tellClearedJob } from '../alerts/index.ts'
import { publishEvent } from '../webhooks/index.ts'

/** An alert as it is told, and its account. */
export type AlertNews = NonNullable<Awaited<ReturnType<typeof findTold>>> & { client: string }

/** Has the account's systems told: what happened and where to look, nothing of whom or which recording it is about. */
export const publishAlert = async (
  tx: TenantTransaction,
  settings: Settings,
  type: WebhookEventType,
  alert: AlertNews & { at: string; reopened_at?: string | undefined },
): Promise<void> => {
  if (!alert.alert_targets.includes('client')) return
  const { alert_reference, condition, alert_scope: scope, alert_severity: severity, at } = alert
  const link = `${portalOriginOf(settings, alert.client)}/dashboard/account/alerts/${alert_reference}`
  await publishEvent(tx, {
    type,
    key: type === 'alert.raised' && !alert.reopened_at ? alert_reference : `${alert_reference} ${at}`,
    at,
    data: { alert_reference, condition, scope, severity, link },
  })
}

/** Publishes to the account's webhooks that an alert was cleared, unless it is silenced. */
export const tellClearedAlert: Job<ToldEnd> = {
  definition: tellClearedJob,
  async handle({ platform: { database, settings } }, { client, alert_reference, cleared_at }) {
    await database.transaction(client, async (tx) => {
      const found = await findTold(tx, alert_reference)
      if (!found || found.silenced_until !== null) return
      await publishAlert(tx, settings, 'alert.cleared', { ...found, client, at: cleared_at })
    })
  },
}

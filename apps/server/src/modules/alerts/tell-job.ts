import { Type } from 'typebox'
import { providerClient } from '../../core/accounts/index.ts'
import type { JobDefinition, TenantTransaction } from '../../platform/database/index.ts'

interface ToldAlert {
  client: string
  alert_reference: string
}

export interface ToldBegin extends ToldAlert {
  /** When a person re-opened it; absent: it is new. */
  reopened_at?: string
}

/** Notifies people and webhooks of a new alert, and webhooks of a re-opened one. Its handler is `modules/alert-news`. */
export const tellAlertJob: JobDefinition<ToldBegin> = {
  name: 'tell_alert',
  payload: Type.Object({
    client: Type.String(),
    alert_reference: Type.String(),
    reopened_at: Type.Optional(Type.String()),
  }),
  maxAttempts: 10,
  key: ({ alert_reference, reopened_at }) => [alert_reference, ...(reopened_at ? [reopened_at] : [])].join(' '),
}

export interface ToldEnd extends ToldAlert {
  cleared_at: string
}

/** Notifies webhooks that an alert was cleared. Its handler is `modules/alert-news`. */
export const tellClearedJob: JobDefinition<ToldEnd> = {
  name: 'tell_cleared_alert',
  payload: Type.Object({ client: Type.String(), alert_reference: Type.String(), cleared_at: Type.String() }),
  maxAttempts: 10,
  key: ({ alert_reference, cleared_at }) => `${alert_reference} ${cleared_at}`,
}

/** Has systems told, in the transaction that re-opens the alerts. */
export const tellReopened = async (tx: TenantTransaction, references: readonly string[]): Promise<void> => {
  const { client, now } = tx
  if (client === providerClient) return
  for (const alert_reference of references) {
    await tx.enqueue(tellAlertJob, { client, alert_reference, reopened_at: now.toISOString() })
  }
}

/** Has systems told, in the transaction that clears the alerts. The provider's own account has no webhooks. */
export const tellCleared = async (
  tx: TenantTransaction,
  alerts: readonly { alert_reference: string }[],
): Promise<void> => {
  const { client, now } = tx
  if (client === providerClient) return
  for (const { alert_reference } of alerts) {
    await tx.enqueue(tellClearedJob, { client, alert_reference, cleared_at: now.toISOString() })
  }
}

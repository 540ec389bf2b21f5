import { Type } from 'typebox'
import type { JobDefinition, TenantTransaction } from '../../platform/database/index.ts'
import type { Told } from './email-state.ts'

export type EmailJob = Told & { client: string }

/** Twenty tries take almost three days: ten in three and a half hours, then one every six hours. */
export const emailNotificationJob: JobDefinition<EmailJob> = {
  name: 'email_notification',
  payload: Type.Object({ client: Type.String(), recipient: Type.String(), notification_reference: Type.String() }),
  maxAttempts: 20,
  key: ({ notification_reference }) => notification_reference,
}

/** Whoever is in the portal reads it before, and what repeats itself becomes one e-mail. */
const delayMs = 60_000

/** Has e-mails about these notifications sent. */
export const enqueueEmails = async (tx: TenantTransaction, notifications: readonly Told[]): Promise<void> => {
  const runAt = new Date(tx.now.getTime() + delayMs)
  for (const { recipient, notification_reference } of notifications) {
    await tx.enqueue(emailNotificationJob, { client: tx.client, recipient, notification_reference }, { runAt })
  }
}

import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { AlertNews } from './publish-alert.ts'

interface Recipient {
  recipient: string
  /** Of e-mails: when it is due. */
  dueAt: Date | null
}

/**
 * Stores whom the product tells of an alert in a channel.
 * @returns those who had not been told before
 */
export const addTellings = async (
  tx: TenantTransaction,
  channel: 'portal' | 'email',
  { client, alert_reference, condition, alert_scope, alert_severity }: AlertNews,
  recipients: readonly Recipient[],
): Promise<string[]> => {
  if (recipients.length === 0) return []
  // In order, so that two jobs that tell the same people cannot deadlock.
  const sorted = recipients.toSorted((one, other) => (one.recipient < other.recipient ? -1 : 1))
  const state = channel === 'email' ? 'waiting' : null
  const { rows } = await sql<{ recipient: string }>`insert into alert_tellings (client, alert_reference, channel,
      recipient, alert_client, condition, alert_scope, alert_severity, told_at, email_state, due_at)
    select ${tx.client}::text, ${alert_reference}::text, ${channel}::text, told.recipient, ${client}::text,
      ${condition}::text, ${alert_scope}::text, ${alert_severity}::text, ${tx.now}::timestamptz, ${state}::text, told.due_at
    from unnest(${sorted.map(({ recipient }) => recipient)}::text[],
      ${sorted.map(({ dueAt }) => dueAt)}::timestamptz[]) as told (recipient, due_at)
    on conflict (client, alert_reference, channel, recipient) do nothing returning recipient`.execute(tx.db)
  return rows.map(({ recipient }) => recipient)
}

const select = (tx: TenantTransaction) =>
  tx.db
    .selectFrom('alert_tellings')
    .select(['alert_reference', 'alert_client', 'condition', 'alert_scope', 'alert_severity', 'told_at'])
    .where('client', '=', tx.client)
    .orderBy('told_at')
    .orderBy('alert_reference')

/** The notifications due for a person, oldest first. */
export const dueTellings = (tx: TenantTransaction, recipient: string) =>
  select(tx)
    .where('recipient', '=', recipient)
    .where('email_state', '=', 'waiting')
    .where('due_at', '<=', tx.now.toISOString())
    .execute()

/** An alert about which somebody is to get an e-mail. */
export type Telling = Awaited<ReturnType<typeof dueTellings>>[number]

/** The notifications in an e-mail that is being sent. */
export const tellingsOfEmail = (tx: TenantTransaction, email_reference: string): Promise<Telling[]> =>
  select(tx).where('email_reference', '=', email_reference).where('email_state', '=', 'sending').execute()

/** Puts alerts into an e-mail, or sends none about them after all. */
export const setTellings = async (
  tx: TenantTransaction,
  recipient: string,
  tellings: readonly Telling[],
  set: { email_state: 'sending'; email_reference: string } | { email_state: 'dropped' },
): Promise<void> => {
  await tx.db
    .updateTable('alert_tellings')
    .set(set)
    .where('client', '=', tx.client)
    .where('channel', '=', 'email')
    .where('recipient', '=', recipient)
    .where(sql<boolean>`alert_reference = any(${tellings.map(({ alert_reference }) => alert_reference)}::text[])`)
    .execute()
}

/** Stores what became of an e-mail. */
export const settleTellings = async (
  tx: TenantTransaction,
  email_reference: string,
  email_state: 'sent' | 'failed' | 'dropped',
): Promise<void> => {
  await tx.db
    .updateTable('alert_tellings')
    .set({ email_state })
    .where('client', '=', tx.client)
    .where('email_reference', '=', email_reference)
    .where('email_state', '=', 'sending')
    .execute()
}

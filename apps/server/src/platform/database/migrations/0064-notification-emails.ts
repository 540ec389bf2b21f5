/**
 * E-mails about notifications (docs/decisions/0051). `locale`: the language in which a person chose an e-mail last. `email_state`: `null` if
 * none is wanted, 'waiting', 'sent' or 'failed'; `email_at`: when that was settled. A server of the version before writes neither.
 */
export const notificationEmails: readonly string[] = [
  'alter table app.notification_settings add column locale text',
  'alter table app.notifications add column email_state text, add column email_at timestamptz(3)',
  `create index on app.notifications (client, email_state) where email_state in ('waiting', 'failed')`,
]

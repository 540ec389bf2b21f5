import type { NotificationKind } from '@holdfast/contract'
import { Gauge, type Registry } from 'prom-client'
import type { Database, TenantTransaction } from '../../platform/database/index.ts'
import { storeEmailFailure } from '../portal-users/index.ts'

/** A notification of one person. */
export interface Told {
  recipient: string
  notification_reference: string
}

/** A notification about which an e-mail is to be sent: it has not been read or repeated meanwhile. */
export const findWaitingEmail = async (tx: TenantTransaction, { recipient, notification_reference }: Told) => {
  const row = await tx.db
    .selectFrom('notifications')
    .select('kind')
    .where('client', '=', tx.client)
    .where('recipient', '=', recipient)
    .where('notification_reference', '=', notification_reference)
    .where('email_state', '=', 'waiting')
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return row?.kind as NotificationKind | undefined
}

/** @param state `null`: none is sent after all */
export const settleEmail = async (
  tx: TenantTransaction,
  { recipient, notification_reference }: Told,
  state: 'sent' | 'failed' | null,
): Promise<void> => {
  await tx.db
    .updateTable('notifications')
    .set({ email_state: state, email_at: tx.now })
    .where('client', '=', tx.client)
    .where('recipient', '=', recipient)
    .where('notification_reference', '=', notification_reference)
    .where('email_state', '=', 'waiting')
    .execute()
  if (state !== null) await storeEmailFailure(tx, recipient, state === 'failed' ? tx.now : null)
}

/** Each scrape counts them in the database, because workers send them and the api is scraped. */
export const registerEmailMetrics = (registry: Registry, database: Pick<Database, 'readAcrossClients'>): void => {
  new Gauge({
    name: 'holdfast_emails',
    help: 'E-mails about notifications that wait to be sent, or could not be sent',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      this.reset()
      const rows = await countUnsentEmails(database).catch(() => [])
      for (const { email_state, emails } of rows) this.set({ state: String(email_state) }, Number(emails))
    },
  })
}

const countUnsentEmails = (database: Pick<Database, 'readAcrossClients'>) =>
  database.readAcrossClients((db) =>
    db
      .selectFrom('notifications')
      .select(({ fn }) => ['email_state', fn.countAll().as('emails')])
      .where('email_state', 'in', ['waiting', 'failed'])
      .groupBy('email_state')
      .execute(),
  )

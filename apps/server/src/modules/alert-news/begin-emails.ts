import { type AlertScope, alertScopes } from '@holdfast/contract'
import { Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import type { JobDefinition, TenantTransaction } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { choicesOf, readAmong } from '../notifications/index.ts'
import { peopleWith, selectActivePeople } from '../portal-users/index.ts'
import { kindOf } from './tell-people.ts'
import { dueTellings, setTellings, type Telling } from './tellings.ts'

export interface AlertEmail {
  client: string
  recipient: string
  email_reference: string
}

/** Sends an e-mail that was put together. Twenty tries take almost three days. */
export const sendAlertEmailJob: JobDefinition<AlertEmail> = {
  name: 'send_alert_email',
  payload: Type.Object({ client: Type.String(), recipient: Type.String(), email_reference: Type.String() }),
  maxAttempts: 20,
  key: ({ email_reference }) => email_reference,
}

/** Between two e-mails to one person, unless an alert is of High severity. What is due meanwhile goes into the next one. */
const pauseMs = 5 * 60_000
/** Notifications that could not be sent for this long, for lack of a mail server, are dropped. */
const staleMs = 3 * 24 * 60 * 60 * 1000

/** Every minute: begins an e-mail for each person for whom something is due. */
export const beginAlertEmails: Job<Record<string, unknown>> = {
  definition: { name: 'begin_alert_emails', payload: Type.Object({}), maxAttempts: 1 },
  schedule: '* * * * *',
  async handle({ platform: { database, mailer }, signal }) {
    if (!mailer) return
    const waiting = await database.readAcrossClients((db) =>
      db
        .selectFrom('alert_tellings')
        .select(['client', 'recipient'])
        .distinct()
        .where('email_state', '=', 'waiting')
        .where('due_at', '<=', new Date().toISOString())
        .execute(),
    )
    for (const { client, recipient } of waiting) {
      signal.throwIfAborted()
      await database.transaction(client, (tx) => beginEmail(tx, recipient))
    }
  },
}

/** Puts what is due for one person into one e-mail, and has it sent. */
export const beginEmail = async (tx: TenantTransaction, recipient: string): Promise<void> => {
  const last = await lockEmailTime(tx, recipient)
  const due = await dueTellings(tx, recipient)
  const isPressing = due.some(({ alert_severity }) => alert_severity === 'High')
  if (due.length === 0 || (!isPressing && last !== null && tx.now.getTime() - Date.parse(last) < pauseMs)) return
  const wanted = new Set(await stillWanted(tx, recipient, due))
  const others = due.filter((one) => !wanted.has(one))
  if (others.length > 0) await setTellings(tx, recipient, others, { email_state: 'dropped' })
  if (wanted.size === 0) return
  const email_reference = newId(tx.now)
  await setTellings(tx, recipient, [...wanted], { email_state: 'sending', email_reference })
  await tx.db
    .updateTable('alert_email_times')
    .set({ last_email_at: tx.now })
    .where('client', '=', tx.client)
    .where('recipient', '=', recipient)
    .execute()
  await tx.enqueue(sendAlertEmailJob, { client: tx.client, recipient, email_reference })
}

/**
 * Locks a person's e-mails about alerts: two workers put no alert into two of them.
 * @returns when the last one was begun
 */
const lockEmailTime = async (tx: TenantTransaction, recipient: string): Promise<string | null> => {
  await tx.db
    .insertInto('alert_email_times')
    .values({ client: tx.client, recipient })
    .onConflict((conflict) => conflict.columns(['client', 'recipient']).doNothing())
    .execute()
  const { last_email_at } = await tx.db
    .selectFrom('alert_email_times')
    .select('last_email_at')
    .where('client', '=', tx.client)
    .where('recipient', '=', recipient)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return last_email_at
}

/** The alerts that the person has not read in the portal, may still read and still wants by e-mail. */
const stillWanted = async (tx: TenantTransaction, recipient: string, due: readonly Telling[]): Promise<Telling[]> => {
  const references = due.map(({ alert_reference }) => alert_reference)
  const read = await readAmong(tx, recipient, references)
  const { deliveryOf } = await choicesOf(tx, recipient)
  const scopes = await readableScopes(tx, recipient)
  const oldest = tx.now.getTime() - staleMs
  return due.filter(
    (telling) =>
      !read.has(telling.alert_reference) &&
      scopes.has(telling.alert_scope) &&
      Date.parse(telling.told_at) >= oldest &&
      deliveryOf(kindOf(telling)) === 'portal_and_email',
  )
}

/** None for a person who was removed. */
const readableScopes = async (tx: TenantTransaction, recipient: string): Promise<ReadonlySet<AlertScope>> => {
  const person = await selectActivePeople(tx).where('user_reference', '=', recipient).execute()
  const readable = new Set<AlertScope>()
  for (const scope of alertScopes) {
    const [reader] = await peopleWith(
      tx,
      (access) => {
        const inScope = access.withAlertPermission(`${scope}_read`)
        return inScope.mayAtAll('alerts:read') || inScope.can('internal:alerts')
      },
      person,
    )
    if (reader) readable.add(scope)
  }
  return readable
}

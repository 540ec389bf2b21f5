import type { AlertConditionName, NotificationKind } from '@holdfast/contract'
import { sql } from 'kysely'
import { insertRows, type TenantTransaction } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { deliveriesTo } from './choices.ts'
import { enqueueEmails } from './email-job.ts'

/** What happened, for one person. */
export interface News {
  recipient: string
  kind: NotificationKind
  /** Whose act it was; `null` for the product itself. Nobody is notified of what they did. */
  caused_by: string | null
  payload_reference?: string
  /** The review queue, request or change of a role that it is about, and the name of the queue or role. What has no reference is known by its name. */
  reference?: string
  name?: string
  /** Of an alert: its account, and what its texts in other languages name. Its e-mails are sent by `modules/alert-news`. */
  alert?: { client: string; condition: AlertConditionName; condition_values: Readonly<Record<string, string>> }
  /** How many recordings it is about. */
  items?: number
}

const insert = insertRows('notifications', [
  'recipient',
  'notification_reference',
  'kind',
  'payload_reference',
  'reference',
  'name',
  'items',
  'caused_by',
  'occurred_at',
  'read_at',
  'email_state',
  'alert_client',
  'condition',
  'condition_values',
])

/**
 * Notifies people in the transaction of what happened, unless they have switched that off, and their open screens. What repeats an unread
 * notification takes its place and adds up the recordings: a queue that gets a thousand recordings in batches makes one.
 */
export const notifyPeople = async (tx: TenantTransaction, news: readonly News[]): Promise<void> => {
  const ofOthers = news.filter(({ recipient, caused_by }) => recipient !== caused_by)
  if (ofOthers.length === 0) return
  const recipients = ofOthers.map(({ recipient }) => recipient)
  const deliveryTo = await deliveriesTo(tx, recipients)
  // In order, so that two transactions that notify the same people cannot deadlock.
  const wanted = ofOthers
    .filter(({ recipient, kind }) => deliveryTo(recipient, kind) !== 'off')
    .sort((a, b) => (a.recipient < b.recipient ? -1 : 1))
  if (wanted.length === 0) return
  const rows = []
  for (const one of wanted) {
    const replaced = await removeUnread(tx, one)
    const { recipient, kind, caused_by, payload_reference = null, reference = null, name = null, items, alert } = one
    rows.push({
      recipient,
      notification_reference: newId(tx.now),
      kind,
      payload_reference,
      reference,
      name,
      items: items === undefined ? null : items + replaced,
      caused_by,
      occurred_at: tx.now,
      read_at: null,
      email_state: !alert && deliveryTo(recipient, kind) === 'portal_and_email' ? 'waiting' : null,
      alert_client: alert?.client ?? null,
      condition: alert?.condition ?? null,
      condition_values: alert?.condition_values ?? null,
    })
  }
  await tx.executeAll([insert(tx.client, rows)])
  await enqueueEmails(
    tx,
    rows.filter(({ email_state }) => email_state !== null),
  )
  await tellOpenScreens(
    tx,
    wanted.map(({ recipient }) => recipient),
  )
}

/** Open screens of these people read their notifications again. */
export const tellOpenScreens = (tx: TenantTransaction, people: readonly string[]): Promise<void> =>
  tx.notify({
    kind: 'notification',
    reference: '',
    state: null,
    payload_type: null,
    group: null,
    audience: { people: [...new Set(people)], roles: [] },
  })

/** @returns the number of recordings of the notifications that were removed */
const removeUnread = async (
  tx: TenantTransaction,
  { recipient, kind, caused_by, payload_reference, reference, name }: News,
): Promise<number> => {
  const removed = await tx.db
    .deleteFrom('notifications')
    .where('client', '=', tx.client)
    .where('recipient', '=', recipient)
    .where('read_at', 'is', null)
    .where('kind', '=', kind)
    .where(sql<boolean>`caused_by is not distinct from ${caused_by}::text`)
    .where(sql<boolean>`payload_reference is not distinct from ${payload_reference ?? null}::text`)
    .where(sql<boolean>`reference is not distinct from ${reference ?? null}::text`)
    .where(sql<boolean>`(reference is not null or name is not distinct from ${name ?? null}::text)`)
    .returning('items')
    .execute()
  return removed.reduce((sum, { items }) => sum + (items ?? 0), 0)
}

/** Removes what these people were notified of, read or not: they may not see any more what it is about. */
export const removeNotifications = async (
  tx: TenantTransaction,
  { recipients, kinds, reference }: { recipients: readonly string[]; kinds: NotificationKind[]; reference: string },
): Promise<void> => {
  if (recipients.length === 0) return
  await tx.db
    .deleteFrom('notifications')
    .where('client', '=', tx.client)
    .where(sql<boolean>`recipient = any(${recipients}::text[])`)
    .where('kind', 'in', kinds)
    .where('reference', '=', reference)
    .execute()
  await tellOpenScreens(tx, recipients)
}

/** Which of these references one person has read a notification about. */
export const readAmong = async (
  tx: TenantTransaction,
  recipient: string,
  references: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await tx.db
    .selectFrom('notifications')
    .select('reference')
    .where('client', '=', tx.client)
    .where('recipient', '=', recipient)
    .where(sql<boolean>`reference = any(${references}::text[])`)
    .where('read_at', 'is not', null)
    .execute()
  return new Set(rows.flatMap(({ reference }) => reference ?? []))
}

/** Those of these people who have not been notified of this since a time, read or not. */
export const notNotifiedSince = async (
  tx: TenantTransaction,
  people: readonly string[],
  { kind, reference, since }: { kind: NotificationKind; reference: string; since: Date },
): Promise<string[]> => {
  const rows = await tx.db
    .selectFrom('notifications')
    .select('recipient')
    .where('client', '=', tx.client)
    .where(sql<boolean>`recipient = any(${people}::text[])`)
    .where('kind', '=', kind)
    .where('reference', '=', reference)
    .where('occurred_at', '>=', since.toISOString())
    .execute()
  const notified = new Set(rows.map(({ recipient }) => recipient))
  return people.filter((person) => !notified.has(person))
}

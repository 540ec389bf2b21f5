import type { Locale, NotificationDelivery, NotificationKind } from '@holdfast/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'

const byDefault: NotificationDelivery = 'portal'

/** How one person is notified of each kind, and the language of their e-mails; `null`: that of the account. */
export interface Choices {
  deliveryOf: (kind: NotificationKind) => NotificationDelivery
  locale: string | null
}

export const choicesOf = async (tx: TenantTransaction, user_reference: string): Promise<Choices> => {
  const rows = await tx.db
    .selectFrom('notification_settings')
    .select(['kind', 'delivery', 'locale'])
    .where('client', '=', tx.client)
    .where('user_reference', '=', user_reference)
    .orderBy('updated_at', 'desc')
    .execute()
  const chosen = new Map(rows.map(({ kind, delivery }) => [kind, delivery as NotificationDelivery]))
  return {
    deliveryOf: (kind) => chosen.get(kind) ?? byDefault,
    // The one in which they chose last.
    locale: rows.find(({ locale }) => locale !== null)?.locale ?? null,
  }
}

interface Choice {
  user_reference: string
  kind: NotificationKind
  delivery: NotificationDelivery
  locale: Locale | null
}

export const storeChoice = async (tx: TenantTransaction, choice: Choice): Promise<void> => {
  await tx.db
    .insertInto('notification_settings')
    .values({ client: tx.client, ...choice, updated_at: tx.now })
    .onConflict((conflict) =>
      conflict.columns(['client', 'user_reference', 'kind']).doUpdateSet((eb) => ({
        delivery: eb.ref('excluded.delivery'),
        locale: eb.ref('excluded.locale'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute()
}

/** How each of these people is notified of a kind. */
export const deliveriesTo = async (
  tx: TenantTransaction,
  people: readonly string[],
): Promise<(person: string, kind: NotificationKind) => NotificationDelivery> => {
  const rows = await tx.db
    .selectFrom('notification_settings')
    .select(['user_reference', 'kind', 'delivery'])
    .where('client', '=', tx.client)
    .where(sql<boolean>`user_reference = any(${people}::text[])`)
    .execute()
  const chosen = new Map(rows.map((row) => [`${row.kind} ${row.user_reference}`, row.delivery as NotificationDelivery]))
  return (person, kind) => chosen.get(`${kind} ${person}`) ?? byDefault
}

import {
  type CallInput,
  type calls,
  type NotificationDelivery,
  type NotificationKind,
  type NotificationSettings,
  ProductError,
} from '@holdfast/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { lockPortalUser } from '../portal-users/index.ts'
import { openKinds } from './open-kinds.ts'

type Choices = ReadonlyMap<NotificationKind, NotificationDelivery>

const byDefault: NotificationDelivery = 'portal'

/** `GET /notification_settings`. Staff on a visit are not notified of anything in the account. */
export const getNotificationSettings = async (ctx: RequestContext): Promise<NotificationSettings> => {
  const { user_reference, visit } = ctx.user
  if (visit) return { client: ctx.client, kinds: [] }
  const kinds = await openKinds(ctx)
  return settingsWith(ctx, kinds, await ctx.read((tx) => choicesOf(tx, user_reference)))
}

/** `PUT /notification_settings/{kind}`. */
export const putNotificationSetting = async (
  ctx: RequestContext,
  { params: { kind }, body: { delivery } }: CallInput<typeof calls.putNotificationSetting>,
): Promise<NotificationSettings> => {
  const { user_reference, visit } = ctx.user
  if (visit) throw new ProductError('auth.forbidden')
  const kinds = await openKinds(ctx)
  return ctx.transaction(async (tx) => {
    // One change after the other, so that the trail has what each of them replaced.
    await lockPortalUser(tx, user_reference)
    const choices = await choicesOf(tx, user_reference)
    const before = choices.get(kind) ?? byDefault
    if (before === delivery) tx.audit('record.unchanged', { kind })
    else {
      await store(tx, { user_reference, kind, delivery })
      tx.audit('notification_setting.updated', { kind, before: { delivery: before }, after: { delivery } })
    }
    return settingsWith(ctx, kinds, new Map([...choices, [kind, delivery]]))
  })
}

const settingsWith = (
  { client }: RequestContext,
  kinds: ReadonlySet<NotificationKind>,
  choices: Choices,
): NotificationSettings => ({
  client,
  kinds: [...kinds].map((kind) => ({ kind, delivery: choices.get(kind) ?? byDefault })),
})

const choicesOf = async (tx: TenantTransaction, user_reference: string): Promise<Choices> => {
  const rows = await tx.db
    .selectFrom('notification_settings')
    .select(['kind', 'delivery'])
    .where('client', '=', tx.client)
    .where('user_reference', '=', user_reference)
    .execute()
  return new Map(rows.map(({ kind, delivery }) => [kind as NotificationKind, delivery as NotificationDelivery]))
}

const store = async (
  tx: TenantTransaction,
  row: { user_reference: string; kind: NotificationKind; delivery: NotificationDelivery },
): Promise<void> => {
  await tx.db
    .insertInto('notification_settings')
    .values({ client: tx.client, ...row, updated_at: tx.now })
    .onConflict((conflict) =>
      conflict.columns(['client', 'user_reference', 'kind']).doUpdateSet((eb) => ({
        delivery: eb.ref('excluded.delivery'),
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

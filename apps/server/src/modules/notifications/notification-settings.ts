import {
  type CallInput,
  type calls,
  defaultAlertPreferences,
  type NotificationDelivery,
  type NotificationKind,
  type NotificationSettings,
  ProductError,
} from '@holdfast/contract'
import { isUnchanged, type RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { isTimeZone } from '../../platform/time-zone.ts'
import { findPerson, lockPortalUser } from '../portal-users/index.ts'
import { alertPreferencesOf, storeAlertPreferences } from './alert-preferences.ts'
import { choicesOf, storeChoice } from './choices.ts'
import { mailAddressOf } from './mail-address.ts'
import { openKinds } from './open-kinds.ts'

type Email = NotificationSettings['email']

/** `GET /notification_settings`. Staff on a visit are not notified of anything in the account. */
export const getNotificationSettings = async (ctx: RequestContext): Promise<NotificationSettings> => {
  if (ctx.user.visit)
    return {
      client: ctx.client,
      kinds: [],
      alerts: defaultAlertPreferences,
      email: { state: 'not_set_up', address: null, failed_at: null },
    }
  const kinds = await openKinds(ctx)
  return ctx.read((tx) => settingsOf(ctx, tx, kinds))
}

/** `PUT /notification_settings/{kind}`. */
export const putNotificationSetting = async (
  ctx: RequestContext,
  { params: { kind }, body: { delivery, locale } }: CallInput<typeof calls.putNotificationSetting>,
): Promise<NotificationSettings> => {
  const { user_reference, visit } = ctx.user
  if (visit) throw new ProductError('auth.forbidden')
  const kinds = await openKinds(ctx)
  return ctx.transaction(async (tx) => {
    // One change after the other, so that the trail has what each of them replaced.
    await lockPortalUser(tx, user_reference)
    await assertPossible(ctx, tx, delivery)
    const before = (await choicesOf(tx, user_reference)).deliveryOf(kind)
    await storeChoice(tx, { user_reference, kind, delivery, locale: locale ?? null })
    if (before === delivery) tx.audit('record.unchanged', { kind })
    else tx.audit('notification_setting.updated', { kind, before: { delivery: before }, after: { delivery } })
    return settingsOf(ctx, tx, kinds)
  })
}

/** `PUT /notification_settings`. What waits to be sent goes by the former choice. */
export const putAlertPreferences = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.putAlertPreferences>,
): Promise<NotificationSettings> => {
  const { user_reference, visit } = ctx.user
  if (visit) throw new ProductError('auth.forbidden')
  if (!isTimeZone(body.time_zone)) throw new ProductError('notification.bad_time_zone')
  const kinds = await openKinds(ctx)
  return ctx.transaction(async (tx) => {
    await lockPortalUser(tx, user_reference)
    const before = (await alertPreferencesOf(tx, [user_reference]))(user_reference)
    if (isUnchanged(before, body)) tx.audit('record.unchanged', { kind: 'alerts' })
    else {
      await storeAlertPreferences(tx, user_reference, body)
      tx.audit('notification_setting.updated', { kind: 'alerts', before, after: body })
    }
    return settingsOf(ctx, tx, kinds)
  })
}

const assertPossible = async (ctx: RequestContext, tx: TenantTransaction, delivery: NotificationDelivery) => {
  if (delivery !== 'portal_and_email') return
  const { state } = await emailOf(ctx, tx)
  if (state !== 'ready') throw new ProductError('notification.no_email')
}

const settingsOf = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  kinds: ReadonlySet<NotificationKind>,
): Promise<NotificationSettings> => {
  const { deliveryOf } = await choicesOf(tx, ctx.user.user_reference)
  return {
    client: ctx.client,
    kinds: [...kinds].map((kind) => ({ kind, delivery: deliveryOf(kind) })),
    alerts: (await alertPreferencesOf(tx, [ctx.user.user_reference]))(ctx.user.user_reference),
    email: await emailOf(ctx, tx),
  }
}

const emailOf = async ({ platform, user }: RequestContext, tx: TenantTransaction): Promise<Email> => {
  if (!platform.mailer) return { state: 'not_set_up', address: null, failed_at: null }
  const person = await findPerson(tx, user.user_reference)
  const address = mailAddressOf(person)
  return { state: address ? 'ready' : 'no_address', address, failed_at: person?.email_failed_at ?? null }
}

import { type CallInput, type CallResponse, type calls, ProductError } from '@holdfast/contract'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import { tellOpenScreens } from './notify-people.ts'

type Marked = CallResponse<typeof calls.markNotificationsRead>

/** `POST /notifications/read`. */
export const markNotificationsRead = (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.markNotificationsRead>,
): Promise<Marked> => markRead(ctx, sql<boolean>`notification_reference = any(${body.notification_references}::text[])`)

/** `POST /notifications/read_all`: what arrives while the person presses the button stays unread. */
export const markAllNotificationsRead = (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.markAllNotificationsRead>,
): Promise<Marked> => markRead(ctx, sql<boolean>`notification_reference <= ${body.until}`)

const markRead = (ctx: RequestContext, which: Expression<SqlBool>): Promise<Marked> => {
  const { user_reference, visit } = ctx.user
  if (visit) throw new ProductError('auth.forbidden')
  return ctx.transaction(async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable('notifications')
      .set({ read_at: tx.now })
      .where('client', '=', tx.client)
      .where('recipient', '=', user_reference)
      .where('read_at', 'is', null)
      .where(which)
      .executeTakeFirst()
    const marked = Number(numUpdatedRows)
    if (marked > 0) await tellOpenScreens(tx, [user_reference])
    tx.audit('notifications.read', { marked })
    return { marked }
  })
}

import type { CallInput, calls, NotificationKind } from '@holdfast/contract'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { isEqual, type Tables } from '../../platform/database/index.ts'
import { findPayloads } from '../payloads/index.ts'
import { peopleByReference } from '../portal-users/index.ts'
import { openKinds } from './open-kinds.ts'

type Row = Selectable<Tables['notifications']>

/**
 * `GET /notifications`. What each is about is checked with the rights of this moment. Staff on a visit have none: notifications belong to the
 * people of the account.
 */
export const listNotifications = (ctx: RequestContext, { query }: CallInput<typeof calls.listNotifications>) => {
  const { user_reference, visit } = ctx.user
  return answerTableList(ctx, query, {
    table: 'notifications',
    key: ['notification_reference'],
    direction: 'desc',
    conditions: ({ is_unread }) => [
      isEqual('recipient', user_reference),
      visit ? sql<boolean>`false` : undefined,
      is_unread === undefined ? undefined : sql<boolean>`(read_at is null) = ${is_unread}`,
    ],
    toItems: (rows) => withVisibility(ctx, rows),
  })
}

const withVisibility = async (ctx: RequestContext, rows: readonly Row[]) => {
  const groups = await ctx.groups()
  const causes = rows.flatMap(({ caused_by }) => caused_by ?? [])
  const people = await ctx.read((tx) => peopleByReference(tx, causes))
  const references = rows.flatMap(({ payload_reference }) => payload_reference ?? [])
  const found = references.length > 0 ? await ctx.read((tx) => findPayloads(tx, references)) : []
  const readable = new Map(
    found
      .filter(({ group: reference, payload_type }) => {
        const group = groups.get(reference)
        return group !== undefined && ctx.access.can('payloads:read', { group, payload_type })
      })
      .map(({ payload_reference, payload_type }) => [payload_reference, { payload_reference, payload_type }]),
  )
  const open = await openKinds(ctx)
  return rows.map(({ payload_reference, alert_client, condition, condition_values, ...row }) => {
    const payload = readable.get(payload_reference ?? '') ?? null
    const is_hidden = !open.has(row.kind as NotificationKind) || (payload_reference !== null && payload === null)
    return {
      ...row,
      kind: row.kind as NotificationKind,
      caused_by_name: people.get(row.caused_by ?? '')?.name || null,
      is_hidden,
      payload: is_hidden ? null : payload,
      name: is_hidden ? null : row.name,
      alert:
        is_hidden || condition === null || alert_client === null
          ? null
          : { client: alert_client, condition, condition_values: condition_values ?? {} },
    }
  })
}

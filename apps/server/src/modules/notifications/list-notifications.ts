import {
  type Action,
  type CallInput,
  type calls,
  isPayloadAction,
  type NotificationKind,
  payloadTypes,
} from '@holdfast/contract'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { isEqual, type Tables } from '../../platform/database/index.ts'
import { findPayloads } from '../payloads/index.ts'
import { peopleByReference } from '../portal-users/index.ts'

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

/** What a person must be allowed to do to see what a notification is about; `null`: everybody sees what became of their own requests. */
const needed: Record<NotificationKind, Action | null> = {
  mentioned: 'comments:read',
  reviews_assigned: 'reviews:write',
  reviews_escalated: 'reviews:write',
  reviews_due_soon: 'reviews:write',
  reviews_overdue: 'reviews:write',
  queue_overdue: 'reviews:manage',
  support_requested: 'support_access:decide',
  access_requested: 'roles:write',
  access_approved: null,
  access_rejected: null,
  access_expired: null,
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
  const may = new Map<Action | null, boolean>([[null, true]])
  for (const action of new Set(Object.values(needed))) {
    if (action === null) continue
    const isAllowed = isPayloadAction(action)
      ? (await ctx.visibility(action, payloadTypes)).length > 0
      : ctx.access.can(action)
    may.set(action, isAllowed)
  }
  return rows.map(({ payload_reference, ...row }) => {
    const payload = readable.get(payload_reference ?? '') ?? null
    const is_hidden = !may.get(needed[row.kind as NotificationKind]) || (payload_reference !== null && payload === null)
    return {
      ...row,
      kind: row.kind as NotificationKind,
      caused_by_name: people.get(row.caused_by ?? '')?.name || null,
      is_hidden,
      payload: is_hidden ? null : payload,
      name: is_hidden ? null : row.name,
    }
  })
}

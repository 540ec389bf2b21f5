import type { HeldTargetType } from '@holdfast/contract'
import { sql } from 'kysely'
import type { PayloadRow, TenantTransaction } from '../../platform/database/index.ts'

/** An active hold. */
export interface HoldFact {
  hold_id: string
  matter_reference: string
  target_type: HeldTargetType
  target: string
}

type Holdable = Pick<PayloadRow, 'payload_reference' | 'device_user_reference' | 'group'>

/**
 * The active holds on each of these payloads, by reference; payloads without any are not in the map. A hold reaches a recording by
 * itself, by its group, by the person who made it, all of them as captured, and by a portal user who commented on it or reviewed it.
 * Whoever deletes or destroys calls `lockHolds` first.
 */
export const holdsOn = async (
  tx: TenantTransaction,
  payloads: readonly Holdable[],
): Promise<ReadonlyMap<string, readonly HoldFact[]>> => {
  if (payloads.length === 0) return new Map()
  const direct = await directHolds(tx, payloads)
  const touched = await holdsByTouch(tx, payloads)
  const found = payloads.map((payload) => {
    const own = direct.filter(({ target_type, target }) => target === payload[ownTargets[target_type]])
    const others = touched.filter(({ payload_reference }) => payload_reference === payload.payload_reference)
    return [payload.payload_reference, [...own, ...others.map(({ hold }) => hold)]] as const
  })
  return new Map(found.filter(([, holds]) => holds.length > 0))
}

const ownTargets = {
  DeviceUser: 'device_user_reference',
  Group: 'group',
  Payload: 'payload_reference',
} as const satisfies Partial<Record<HeldTargetType, keyof Holdable>>

type DirectHold = HoldFact & { target_type: keyof typeof ownTargets }

const directHolds = async ({ db, client }: TenantTransaction, payloads: readonly Holdable[]) => {
  const people = payloads.flatMap(({ device_user_reference }) => device_user_reference ?? [])
  const targets = {
    DeviceUser: [...new Set(people)],
    Group: [...new Set(payloads.map(({ group }) => group))],
    Payload: payloads.map(({ payload_reference }) => payload_reference),
  }
  const isTarget = Object.entries(targets).map(
    ([type, references]) => sql`(target_type = ${type} and target = any(${references}::text[]))`,
  )
  const { rows } = await sql<DirectHold>`select hold_id, matter_reference, target_type, target from legal_holds
    where client = ${client} and is_active and (${sql.join(isTarget, sql` or `)}) order by hold_id`.execute(db)
  return rows
}

/** Holds on portal users, of whom few accounts have any. */
const holdsByTouch = async ({ db, client }: TenantTransaction, payloads: readonly Holdable[]) => {
  const { rows: held } = await sql<HoldFact>`select hold_id, matter_reference, target_type, target from legal_holds
    where client = ${client} and is_active and target_type = 'PortalUser' order by hold_id`.execute(db)
  if (held.length === 0) return []
  const references = payloads.map(({ payload_reference }) => payload_reference)
  const people = [...new Set(held.map(({ target }) => target))]
  const { rows } = await sql<{ payload_reference: string; person: string }>`
    select payload_reference, raised_by as person from comments
    where client = ${client} and payload_reference = any(${references}::text[]) and raised_by = any(${people}::text[])
    union select payload_reference, reviewed_by from review_marks
    where client = ${client} and payload_reference = any(${references}::text[]) and reviewed_by = any(${people}::text[])`.execute(
    db,
  )
  return rows.flatMap(({ payload_reference, person }) =>
    held.filter(({ target }) => target === person).map((hold) => ({ payload_reference, hold })),
  )
}

/** Which of these people, groups or recordings have an active hold of their own. For data of people that is not a recording. */
export const heldTargets = async (
  { db, client }: TenantTransaction,
  target_type: HeldTargetType,
  targets: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (targets.length === 0) return new Set()
  const rows = await db
    .selectFrom('legal_holds')
    .select('target')
    .distinct()
    .where('client', '=', client)
    .where('is_active', '=', true)
    .where('target_type', '=', target_type)
    .where(sql<boolean>`target = any(${targets}::text[])`)
    .execute()
  return new Set(rows.map(({ target }) => target))
}

/** Whether any hold of the account is active. */
export const hasActiveHolds = async ({ db, client }: TenantTransaction): Promise<boolean> => {
  const held = db.selectFrom('legal_holds').select('hold_id').where('client', '=', client).where('is_active', '=', true)
  return (await held.limit(1).executeTakeFirst()) !== undefined
}

/** A query for one row for each active hold on a group. */
export const holdsOfGroup = ({ client }: Pick<TenantTransaction, 'client'>, group: string) =>
  sql`select from legal_holds where client = ${client} and is_active and target_type = 'Group' and target = ${group}`

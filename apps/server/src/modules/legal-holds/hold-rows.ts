import type { HeldTargetType, LegalHold } from '@holdfast/contract'
import { type Selectable, sql } from 'kysely'
import type { Tables, TenantTransaction } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'

export type HoldRow = Selectable<Tables['legal_holds']>

/** A hold as calls return it: its row has nothing else. */
export const toHold = (row: HoldRow): LegalHold => row

interface Targets {
  target_type: HeldTargetType
  targets: readonly string[]
  /** All matters if absent. */
  matter_reference?: string
}

const holds = ({ db, client }: TenantTransaction) =>
  db.selectFrom('legal_holds').selectAll().where('client', '=', client)

/** The holds on these targets, active or released, the newest first. */
export const holdsOnTargets = (
  tx: TenantTransaction,
  { target_type, targets, matter_reference }: Targets,
): Promise<HoldRow[]> =>
  holds(tx)
    .where('target_type', '=', target_type)
    .where(sql<boolean>`target = any(${targets}::text[])`)
    .$if(matter_reference !== undefined, (query) => query.where('matter_reference', '=', matter_reference ?? ''))
    .orderBy('hold_id', 'desc')
    .execute()

/** A page of the active holds of a matter, in the order in which they were placed. */
export const activeHoldsOfMatter = (
  tx: TenantTransaction,
  { matter_reference, after, limit }: { matter_reference: string; after: string; limit: number },
): Promise<HoldRow[]> =>
  holds(tx)
    .where('matter_reference', '=', matter_reference)
    .where('is_active', '=', true)
    .where('hold_id', '>', after)
    .orderBy('hold_id')
    .limit(limit)
    .execute()

interface NewHolds {
  target_type: HeldTargetType
  targets: readonly string[]
  matter_reference: string
  created_by: string
}

/** Places holds on targets that have none of this matter. The caller has locked for `update`. */
export const insertHolds = async (
  tx: TenantTransaction,
  { targets, created_by, ...hold }: NewHolds,
): Promise<HoldRow[]> => {
  const { client, now } = tx
  const made = {
    client,
    ...hold,
    is_active: true,
    created_at: now,
    created_by,
    updated_at: now,
    updated_by: created_by,
  }
  const rows = targets.map((target) => ({ ...made, target, hold_id: newId(now) }))
  return rows.length === 0 ? [] : tx.db.insertInto('legal_holds').values(rows).returningAll().execute()
}

type Change = Partial<
  Pick<
    HoldRow,
    | 'release_asked_by'
    | 'release_reason'
    | 'release_confirmed_by'
    | 'released_by'
    | 'is_active'
    | 'release_asked_at'
    | 'release_at'
    | 'released_at'
  >
>

/** Changes holds alike. The caller has locked for `update`. */
export const changeHolds = async (
  tx: TenantTransaction,
  rows: readonly HoldRow[],
  change: Change,
  updated_by: string,
): Promise<HoldRow[]> => {
  if (rows.length === 0) return []
  const ids = rows.map(({ hold_id }) => hold_id)
  return tx.db
    .updateTable('legal_holds')
    .set({ ...change, updated_at: tx.now, updated_by })
    .where('client', '=', tx.client)
    .where(sql<boolean>`hold_id = any(${ids}::text[])`)
    .where('is_active', '=', true)
    .returningAll()
    .execute()
}

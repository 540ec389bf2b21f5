import { sql } from 'kysely'
import {
  type Actor,
  custodyStatement,
  type PayloadRow,
  type TenantTransaction,
} from '../../../platform/database/index.ts'
import { transitionTogether } from './transition-together.ts'

/**
 * Records that recordings arrived at a customer's archive: in their chains of custody each time, in their rows the first time. Those of
 * the legacy platform change their state, too.
 * @param payloads whose rows are locked
 * @param details of the transfer
 */
export const markTransferred = async (
  tx: TenantTransaction,
  actor: Actor,
  payloads: readonly PayloadRow[],
  details: Readonly<Record<string, unknown>>,
): Promise<void> => {
  if (payloads.length === 0) return
  const event = 'payload.transferred' as const
  const isChanging = ({ is_legacy, payload_state }: PayloadRow) => is_legacy && payload_state === 'Processed'
  const moves = payloads
    .filter(isChanging)
    .map((payload) => ({ payload, changes: [{ to: 'Transferred' as const, event, details }] }))
  await transitionTogether(tx, actor, moves)
  const others = payloads.filter((payload) => !isChanging(payload))
  await tx.executeAll([
    custodyStatement(
      tx,
      others.map(({ payload_reference }) => ({ actor, payload_reference, event, details })),
    ),
  ])
  const references = payloads.map(({ payload_reference }) => payload_reference)
  await tx.db
    .updateTable('payloads')
    .set({ transferred_at: tx.now, updated_at: tx.now, updated_by: actor.reference })
    .where('client', '=', tx.client)
    .where(sql<boolean>`payload_reference = any(${references}::text[])`)
    .where('transferred_at', 'is', null)
    .execute()
}

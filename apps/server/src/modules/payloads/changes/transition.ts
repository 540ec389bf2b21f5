import {
  type AuditEvent,
  assertTransition,
  type PayloadState,
  ProductError,
  type TransitionCircumstances,
} from '@holdfast/contract'
import {
  type Actor,
  custodyStatement,
  noticesStatement,
  type PayloadRow,
  type TenantTransaction,
} from '../../../platform/database/index.ts'
import { arrivalsStatement } from '../../arrivals/index.ts'
import { counterStatement } from '../counts/payload-counters.ts'
import { type NoticedPayload, payloadNotice } from './payload-notice.ts'
import { removeFormerWords } from './remove-former-words.ts'
import { alertOfMoves } from './state-alerts.ts'

/** A change of a payload's state, with its event in the chain of custody. */
export interface Change {
  to: PayloadState
  event: AuditEvent
  /** The actor, for transitions that are reserved to some. */
  only?: Pick<TransitionCircumstances, 'byRetention' | 'isReplay'>
  /** Details for the chain of custody. They contain no content and no keys. */
  details?: Record<string, unknown>
  /** Columns that change with the state. */
  set?: Partial<
    Pick<
      PayloadRow,
      | 'media'
      | 'failure'
      | 'damaged_at'
      | 'lost_passes'
      | 's3_path'
      | 'is_content_in_table'
      | 'uploaded_at'
      | 'processed_at'
      | 'transferred_at'
      | 'is_late'
      | 'unusual'
      | 'state_before_deletion'
    >
  >
}

type Transitioning = NoticedPayload &
  Pick<PayloadRow, 'payload_state' | 'payload_time' | 'is_legacy'> &
  Partial<Pick<PayloadRow, 'state_before_deletion'>>

/**
 * Moves a payload from one state to another. payload_state changes here and in `transitionTogether` alone
 * (docs/decisions/0001, 'Payload states'). The row, its counters, its chain of custody and the notice to open portals change in one transaction.
 * @throws ProductError `payload.illegal_transition`, also if another transaction changed the state meanwhile
 */
export const transition = async (
  tx: TenantTransaction,
  actor: Actor,
  payload: Transitioning,
  change: Change,
): Promise<void> => {
  const from = payload.payload_state
  const formerState = (payload.state_before_deletion ?? undefined) as PayloadState | undefined
  assertTransition(from, change.to, { legacy: payload.is_legacy, ...change.only, ...(formerState && { formerState }) })
  const { media, ...columns } = change.set ?? {}
  const result = await tx.db
    .updateTable('payloads')
    .set({
      ...columns,
      ...(media === undefined ? {} : { media: media && JSON.stringify(media) }),
      payload_state: change.to,
      updated_at: tx.now,
      updated_by: actor.reference,
    })
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload.payload_reference)
    .where('payload_state', '=', from)
    .executeTakeFirst()
  if (result.numUpdatedRows === 0n) throw new ProductError('payload.illegal_transition', { from, to: change.to })
  const { payload_reference, payload_type, group, payload_time } = payload
  const event = { actor, payload_reference, event: change.event, details: { from, to: change.to, ...change.details } }
  await tx.executeAll([
    counterStatement(tx, [
      { group, payload_type, payload_state: from, payload_time, by: -1 },
      { group, payload_type, payload_state: change.to, payload_time, by: 1 },
    ]),
    custodyStatement(tx, [event]),
    ...arrivalsStatement(tx, [{ payload_reference, payload_type, payload_state: change.to }]),
    noticesStatement(tx, [payloadNotice(payload, change.to)]),
  ])
  await removeFormerWords(tx, [{ payload, to: change.to }])
  await alertOfMoves(tx, [{ payload, to: change.to }])
}

import { type PayloadState, type PayloadType, transferablePayloadTypes } from '@holdfast/contract'
import { insertRows, type Statement, type TenantTransaction } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'

/** A recording and the state that it has now. */
export interface Arrived {
  payload_reference: string
  payload_type: PayloadType
  payload_state: PayloadState
  /** The arrival of recordings that were written with their history. Others arrive now. */
  arrived_at?: Date
}

/** The states in which a recording is transferred, or left out for a reason that the manifest gives. */
const arrivalStates: ReadonlySet<PayloadState> = new Set(['Processed', 'Quarantined', 'Failed'])
const transferable: ReadonlySet<PayloadType> = new Set(transferablePayloadTypes)

const insert = insertRows('payload_arrivals', [
  'entry_id',
  'payload_reference',
  'payload_type',
  'payload_state',
  'arrived_at',
])

/**
 * The statement that adds recordings to the order of arrival, for the transaction that changes their state; none if no recording
 * arrived. A recording arrives each time: a rescanned one is in a later window again.
 */
export const arrivalsStatement = (
  { client, now }: Pick<TenantTransaction, 'client' | 'now'>,
  moved: readonly Arrived[],
): Statement[] => {
  const arrived = moved.filter(
    ({ payload_state, payload_type }) => arrivalStates.has(payload_state) && transferable.has(payload_type),
  )
  if (arrived.length === 0) return []
  const rows = arrived.map((one) => ({ entry_id: newId(one.arrived_at ?? now), arrived_at: now, ...one }))
  return [insert(client, rows)]
}

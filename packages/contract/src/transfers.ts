import { type Static, Type } from 'typebox'
import { changeFields } from './entity-fields.ts'
import { TransferConfigReference, Ulid } from './fields.ts'
import { nullable } from './nullable.ts'
import { Timestamp } from './times.ts'
import { transitions } from './transitions.ts'

export const transferStates = ['Pending', 'InProgress', 'Succeeded', 'PartialFail', 'Failed'] as const
export const TransferState = Type.Enum(transferStates)
export type TransferState = Static<typeof TransferState>

const Count = Type.Integer({ minimum: 0 })

export const TransferAttempt = Type.Object({
  started_at: Timestamp,
  finished_at: nullable(Timestamp),
  state: TransferState,
  files: Count,
  bytes: Count,
  error_message: nullable(Type.String()),
})

export const Transferable = Type.Object(
  {
    transfer_id: Ulid,
    transfer_config_reference: TransferConfigReference,
    state: TransferState,
    report_from: Timestamp,
    report_to: Timestamp,
    transfers: Type.Array(
      Type.Object({ file_name: Type.String(), state: TransferState, attempts: Type.Array(TransferAttempt) }),
    ),
    created_at: Timestamp,
    ...changeFields,
  },
  { title: 'Transferable', description: 'One window of recordings on its way to a destination, with its attempts.' },
)
export type Transferable = Static<typeof Transferable>

/** A transfer that did not succeed completely can be run again; a successful one can't. */
export const transferTransitions = transitions<TransferState>(
  {
    Pending: ['InProgress'],
    InProgress: ['Succeeded', 'PartialFail', 'Failed'],
    PartialFail: ['Pending'],
    Failed: ['Pending'],
    Succeeded: [],
  },
  'transfer.illegal_transition',
)

import { type Static, Type } from 'typebox'
import { transitions } from './transitions.ts'

export const transferStates = ['Pending', 'InProgress', 'Succeeded', 'PartialFail', 'Failed'] as const
export const TransferState = Type.Enum(transferStates)
export type TransferState = Static<typeof TransferState>

/** A transfer that did not succeed completely can be run again; a complete one only to send single recordings once more. */
export const transferTransitions = transitions<TransferState>(
  {
    Pending: ['InProgress'],
    InProgress: ['Succeeded', 'PartialFail', 'Failed'],
    PartialFail: ['Pending'],
    Failed: ['Pending'],
    Succeeded: ['Pending'],
  },
  'transfer.illegal_transition',
)

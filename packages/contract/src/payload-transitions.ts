/**
 * The table of transitions between payload states (docs/decisions/0001, 'Payload states'). Any other transition is illegal: it
 * is refused with 409 and changes nothing.
 */
import { ProductError } from './errors.ts'
import type { PayloadState } from './payload-states.ts'

/** States without work in progress. A payload can be deleted only from these states, and restored only to them. */
export const settledPayloadStates = [
  'NotRecorded',
  'Processed',
  'Transferred',
  'Failed',
  'Quarantined',
  'NotRecoverable',
] as const satisfies readonly PayloadState[]

/** States that lead to others by themselves. */
const unsettledPayloadStates = ['Recorded', 'Uploaded', 'Scanning'] as const satisfies readonly PayloadState[]

export interface PayloadTransition {
  /** `null`: the payload is not known yet. */
  readonly from: PayloadState | null
  readonly to: PayloadState
  readonly when: string
  /**
   * `legacy`: only for payloads of the legacy platform; `retention`: only by retention; `restore`: only to the former state; `replay`:
   * only when a database that was restored from a backup learns again what was destroyed since.
   */
  readonly only?: 'legacy' | 'retention' | 'restore' | 'replay'
}

export const payloadTransitions: readonly PayloadTransition[] = [
  { from: null, to: 'NotRecorded', when: 'an aborted or blocked call is reported' },
  { from: null, to: 'Recorded', when: 'the device registers metadata' },
  { from: 'Recorded', to: 'Uploaded', when: 'bytes arrived whole; size and checksum agree' },
  { from: 'Uploaded', to: 'Scanning', when: 'it opened and the scan begins' },
  { from: 'Scanning', to: 'Processed', when: 'scanned clean, media probed' },
  { from: 'Uploaded', to: 'Failed', when: 'it does not open (key, tag, length)' },
  { from: 'Scanning', to: 'Quarantined', when: 'the scan found something, or content is not what it claims' },
  { from: 'Failed', to: 'Uploaded', when: 'the device uploads again' },
  { from: 'Quarantined', to: 'Scanning', when: 'a rescan is asked for' },
  { from: 'Recorded', to: 'NotRecoverable', when: 'factory reset or device removed before upload' },
  { from: 'NotRecoverable', to: 'Uploaded', when: 'it turns up after all (late)' },
  { from: 'Processed', to: 'Transferred', when: 'a legacy payload was transferred', only: 'legacy' },
  ...settledPayloadStates.map((from): PayloadTransition => ({ from, to: 'Deleted', when: 'retention or a person' })),
  ...settledPayloadStates.map(
    (to): PayloadTransition => ({ from: 'Deleted', to, when: 'restored to its former state', only: 'restore' }),
  ),
  { from: 'Deleted', to: 'Destroyed', when: 'wrapped key, then object, are gone' },
  ...settledPayloadStates.map(
    (from): PayloadTransition => ({ from, to: 'Destroyed', when: 'destroyed by retention', only: 'retention' }),
  ),
  ...unsettledPayloadStates.map(
    (from): PayloadTransition => ({ from, to: 'Destroyed', when: 'a backup from before was restored', only: 'replay' }),
  ),
]

/** What is known about the payload and the transition, besides the two states. */
export interface TransitionCircumstances {
  /** Whether the payload comes from the legacy platform. */
  legacy?: boolean
  /** Whether retention makes the transition, rather than a person. */
  byRetention?: boolean
  /** Whether a restored database learns again that the payload was destroyed. */
  isReplay?: boolean
  /** The state that a Deleted payload had before; it can only be restored to this one. */
  formerState?: PayloadState
}

export const canTransition = (
  from: PayloadState | null,
  to: PayloadState,
  circumstances: TransitionCircumstances = {},
): boolean => {
  const transition = payloadTransitions.find((candidate) => candidate.from === from && candidate.to === to)
  if (!transition) return false
  if (transition.only === 'legacy') return circumstances.legacy === true
  if (transition.only === 'retention') return circumstances.byRetention === true
  if (transition.only === 'replay') return circumstances.isReplay === true
  if (transition.only === 'restore') return circumstances.formerState === to
  return true
}

/** @throws ProductError `payload.illegal_transition` with `{ from, to }`; `from` is 'unknown' for a new payload */
export const assertTransition = (
  from: PayloadState | null,
  to: PayloadState,
  circumstances: TransitionCircumstances = {},
): void => {
  if (!canTransition(from, to, circumstances)) {
    throw new ProductError('payload.illegal_transition', { from: from ?? 'unknown', to })
  }
}

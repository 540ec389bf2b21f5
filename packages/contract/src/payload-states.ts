import { type Static, Type } from 'typebox'

/** PayloadState (product section 4). */
export const payloadStates = [
  'NotRecorded',
  'Recorded',
  'Uploaded',
  'Processed',
  'Transferred',
  'Deleted',
  'Destroyed',
  'Failed',
  'Scanning',
  'Quarantined',
  'NotRecoverable',
] as const

export const PayloadState = Type.Enum(payloadStates)
export type PayloadState = Static<typeof PayloadState>

/** What a device is told about a payload; it may drop its copy only on `processed`. */
export const payloadStatesDevice = ['pending', 'processed', 'failed', 'not_found'] as const
export const PayloadStateDevice = Type.Enum(payloadStatesDevice)
export type PayloadStateDevice = Static<typeof PayloadStateDevice>

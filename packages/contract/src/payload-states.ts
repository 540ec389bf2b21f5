import { type Static, Type } from 'typebox'

/** PayloadState (product.md section 4). */
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

/**
 * Why a device is told `failed`. The first ones are how an envelope fails to open (docs/recording-envelope.md).
 * - `checksum`: the stored bytes are no longer those of the checksum; `missing`: they are gone
 * - `ended_workers`: processing it ended the process that did, more than once
 * - `device_reset`: the device was reset or removed before the bytes had arrived
 */
export const deviceFailureReasons = [
  'malformed',
  'wrong_key',
  'wrong_iv',
  'tampered',
  'truncated',
  'too_large',
  'out_of_range',
  'unusable_key',
  'checksum',
  'missing',
  'ended_workers',
  'device_reset',
] as const
export const DeviceFailureReason = Type.Enum(deviceFailureReasons)
export type DeviceFailureReason = Static<typeof DeviceFailureReason>

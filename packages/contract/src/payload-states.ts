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

/** The status of a payload for its device, which may drop its copy only on `processed`. */
export const payloadStatesDevice = ['pending', 'processed', 'failed', 'not_found'] as const
export const PayloadStateDevice = Type.Enum(payloadStatesDevice)
export type PayloadStateDevice = Static<typeof PayloadStateDevice>

/**
 * Why a payload is `failed` for its device. The first ones are errors of opening an envelope (docs/recording-envelope.md).
 * - `checksum`: the stored bytes no longer match the checksum; `missing`: they are gone
 * - `ended_workers`: processing it crashed the worker more than once
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

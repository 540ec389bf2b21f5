import type { DeviceInfo, VerifyRequest } from '@holdfast/contract'
import type { HandsetStorage } from './handset-storage.ts'
import type { Clock } from './retry.ts'

/** The identity of a handset, and the server to which it reports. */
export interface HandsetIdentity {
  /** Scheme, host and port of Holdfast, e.g. `https://recordings.example.com`. */
  origin: string
  /** The account's client identifier. */
  client: string
  /** base64url of 32 bytes, installed by device management. */
  enrolment_secret: string
  /** The person who was given the handset, if device management knows. */
  device_user_reference?: string
  /** `serial_number` is the handset's device_reference. */
  device_info: DeviceInfo
  phone_numbers: VerifyRequest['phone_numbers']
  imeis: VerifyRequest['imeis']
}

/** A handset and what it needs. */
export interface HandsetOptions extends HandsetIdentity {
  /** Stores recordings until the server has processed them. Only one handset may use it at a time. */
  storage: HandsetStorage
  /** Aborts calls and waits in progress; recordings stay in the storage. */
  signal?: AbortSignal
  /** IANA name of the handset's time zone, by default the system's. */
  timezone?: string
  /** Bytes per part of an upload, by default what the configuration advises; never more than the server allows. */
  partBytes?: number
  /** A call without a complete response after this time counts as lost; 60,000 ms by default. */
  timeoutMs?: number
  /** Replaced in tests. */
  fetch?: typeof fetch
  /** Replaced in tests. */
  clock?: Clock
}

import type { DeviceInfo, VerifyRequest } from '@holdfast/contract'
import type { Pace } from './retry.ts'
import type { Vault } from './vault.ts'

/** Who the handset is, and where it reports to. */
export interface HandsetIdentity {
  /** Scheme, host and port of Holdfast, e.g. `https://recordings.example.com`. */
  origin: string
  /** The account's client identifier. */
  client: string
  /** base64url of 32 bytes, installed by device management. */
  enrolment_secret: string
  /** The person who was given the handset, when device management knows. */
  device_user_reference?: string
  /** `serial_number` is the handset's device_reference. */
  device_info: DeviceInfo
  phone_numbers: VerifyRequest['phone_numbers']
  imeis: VerifyRequest['imeis']
}

/** A handset and what it stands on. */
export interface HandsetOptions extends HandsetIdentity {
  /** Where recordings stay until the server has processed them. One handset uses it at a time. */
  vault: Vault
  /** Ends calls and waits that are under way; recordings stay in the vault. */
  signal?: AbortSignal
  /** IANA name of the handset's time zone, by default the system's. */
  timezone?: string
  /** Bytes per part of an upload, 1 MiB by default; never more than the server allows. */
  partBytes?: number
  /** A call that stays silent for so long counts as lost; 60,000 ms by default. */
  timeoutMs?: number
  /** Tests bring their own. */
  fetch?: typeof fetch
  /** Tests bring their own. */
  pace?: Pace
}

import type { DeviceUser, MigrationResultCode } from '@holdfast/contract'
import type { DeviceRow } from '../../../platform/database/index.ts'
import type { DeviceUserRow } from '../../device-users/index.ts'
import type { MigrationSettings } from '../settings.ts'

/** A migration under way, as the code that applies its rows needs it. */
export interface Run {
  client: string
  migration_id: string
  /** The worker's lease. */
  lease: number
  source: string
  timeZone: string
  isDryRun: boolean
  /** The person who started it. */
  by: string
  settings: MigrationSettings
  /** The devices of the rows before: each has one row. */
  readDevices: Set<string>
  /** Things that a dry run would have written. */
  planned: Planned
}

export interface Planned {
  groups: Set<string>
  users: Map<string, PlannedUser>
  devices: Map<string, PlannedDevice>
}

export type PlannedUser = Pick<DeviceUserRow, keyof DeviceUser & keyof DeviceUserRow>
export type PlannedDevice = Pick<
  DeviceRow,
  | 'device_reference'
  | 'device_user_reference'
  | 'group'
  | 'imeis'
  | 'device_info'
  | 'legacy_phone_number'
  | 'is_deactivated'
  | 'activated_at'
  | 'deactivation_date'
  | 'is_legacy'
  | 'removed_at'
>

export const nothingPlanned = (): Planned => ({ groups: new Set(), users: new Map(), devices: new Map() })

/** How a row ended. */
export interface Applied {
  code: MigrationResultCode
  message?: string
  /** Bytes of media that were sealed. */
  bytes?: number
}

export const failed = (message: string): Applied => ({ code: 'Error', message })

import {
  type CommandForDevice,
  type DeviceCommand,
  type DeviceCommandState,
  type DeviceCommandType,
  limits,
} from '@holdfast/contract'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'

export type DeviceCommandRow = Selectable<Tables['device_commands']>

export const columnsForDevice = ['command_reference', 'command', 'params', 'state', 'sent_at'] as const

/** A command as it is returned to its device. */
export const commandForDevice = (row: Pick<DeviceCommandRow, (typeof columnsForDevice)[number]>): CommandForDevice => ({
  command_reference: row.command_reference,
  command: row.command as DeviceCommandType,
  params: row.params ?? {},
  state: row.state as DeviceCommandState,
  sent_at: row.sent_at,
})

/** A command as people see it. */
export const deviceCommandOf = (row: DeviceCommandRow): DeviceCommand => ({
  ...row,
  command: row.command as DeviceCommandType,
  params: row.params ?? {},
  state: row.state as DeviceCommandState,
})

/** What a device still has to answer or to do, as the index `device_commands_unfinished` has it. */
export const isUnfinished: RawBuilder<boolean> = sql<boolean>`state in ('Sent', 'Acknowledged')`

const timeoutMs = limits.commandTimeoutDays * 24 * 60 * 60 * 1000

/** A command that was sent then, or before, and has no answer yet, gets none any more. */
export const oldestUnanswered = (now: Date): string => new Date(now.getTime() - timeoutMs).toISOString()

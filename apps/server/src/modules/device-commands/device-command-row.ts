import type { CommandForDevice } from '@holdfast/contract'
import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'

export const columnsForDevice = ['command_reference', 'command', 'params', 'state', 'sent_at'] as const

/** A command as it is returned to its device. */
export const commandForDevice = (
  row: Pick<Selectable<Tables['device_commands']>, (typeof columnsForDevice)[number]>,
): CommandForDevice => ({
  command_reference: row.command_reference,
  command: row.command as CommandForDevice['command'],
  params: row.params ?? {},
  state: row.state as CommandForDevice['state'],
  sent_at: row.sent_at,
})

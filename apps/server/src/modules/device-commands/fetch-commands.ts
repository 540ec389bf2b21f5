import type { CommandForDevice } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { updateLastSeen } from '../devices/index.ts'
import { columnsForDevice, commandForDevice, isUnfinished, oldestUnanswered } from './device-command-row.ts'

const maxAtOnce = 100

/**
 * `GET /commands`: the device's own unfinished commands, oldest first. A command that was not acknowledged in time is
 * no longer returned, so that a device does not execute what somebody asked for last month.
 */
export const fetchCommands = (ctx: RequestContext): Promise<{ items: CommandForDevice[] }> =>
  ctx.transaction(async (tx) => {
    const { device_reference } = ctx.device
    const rows = await tx.db
      .selectFrom('device_commands')
      .select(columnsForDevice)
      .where('client', '=', tx.client)
      .where('device_reference', '=', device_reference)
      .where(isUnfinished)
      .where((eb) => eb.or([eb('state', '=', 'Acknowledged'), eb('sent_at', '>', oldestUnanswered(tx.now))]))
      .orderBy('command_reference')
      .limit(maxAtOnce)
      .execute()
    await updateLastSeen(tx, device_reference)
    return { items: rows.map(commandForDevice) }
  })

import {
  type CallInput,
  type CommandForDevice,
  type calls,
  type DeviceCommandState,
  deviceCommandTransitions,
  ProductError,
} from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { aboutDevice, raiseAlert } from '../alerts/index.ts'
import { updateLastSeen } from '../devices/index.ts'
import { columnsForDevice, commandForDevice } from './device-command-row.ts'

type Input = CallInput<typeof calls.reportCommandState>

/** `PUT /commands/{command_reference}`. Reporting the same state again changes nothing; the first message is kept. */
export const reportCommandState = (ctx: RequestContext, { params, body }: Input): Promise<CommandForDevice> =>
  ctx.transaction(async (tx) => {
    const { device_reference, group } = ctx.device
    const command = await lockOwnCommand(tx, params.command_reference, device_reference)
    if (!command) throw new ProductError('request.not_found')
    const from = command.state as DeviceCommandState
    const isRepeated = from === body.state
    if (!isRepeated) deviceCommandTransitions.assert(from, body.state)
    const reported = isRepeated ? command : await changeState(tx, params.command_reference, device_reference, body)
    await updateLastSeen(tx, device_reference)
    ctx.setAuditGroup(group)
    const { command_reference } = params
    tx.audit('device_command.updated', { command_reference, from, to: body.state, message: body.message ?? null })
    if (!isRepeated && body.state === 'Failed') {
      await raiseAlert(tx, {
        condition: 'command_failed',
        of: device_reference,
        values: { device: device_reference, command: command.command },
        group,
        related: [aboutDevice(device_reference)],
        api_action: 'PUT /commands/{command_reference}',
      })
    }
    if (!isRepeated) {
      await tx.notify({ kind: 'device', reference: device_reference, state: null, payload_type: null, group })
    }
    return commandForDevice(reported)
  })

const lockOwnCommand = (tx: TenantTransaction, command_reference: string, device_reference: string) =>
  tx.db
    .selectFrom('device_commands')
    .select(columnsForDevice)
    .where('client', '=', tx.client)
    .where('command_reference', '=', command_reference)
    .where('device_reference', '=', device_reference)
    .forUpdate()
    .executeTakeFirst()

const changeState = (
  tx: TenantTransaction,
  command_reference: string,
  updated_by: string,
  { state, message }: Input['body'],
) =>
  tx.db
    .updateTable('device_commands')
    .set({
      state,
      updated_at: tx.now,
      updated_by,
      ...(state === 'Acknowledged' ? { acknowledged_at: tx.now } : { completed_at: tx.now }),
      ...(state === 'Failed' ? { failure: message ?? null } : {}),
    })
    .where('client', '=', tx.client)
    .where('command_reference', '=', command_reference)
    .returning(columnsForDevice)
    .executeTakeFirstOrThrow()

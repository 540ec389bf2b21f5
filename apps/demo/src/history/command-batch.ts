import type { DeviceActivityRow } from '@holdfast/server'
import type { DemoCustomer, DemoPerson } from '../demo-customers.ts'
import type { Batch } from './batch.ts'
import { insertRows } from './insert-rows.ts'
import { type PlannedCommand, planCommands } from './plan-commands.ts'
import type { PlannedHandset } from './plan-handsets.ts'
import { deviceRow, type TrailCall, userRow } from './trail-rows.ts'

/** What the customer's device manager told handsets to do in the last weeks. A customer without a device manager has none. */
export const commandBatches = (
  customer: DemoCustomer,
  handsets: readonly PlannedHandset[],
  anchor: number,
): Batch[] => {
  const { client, people } = customer
  const manager = people.find(({ roles }) => roles.includes('Device Manager'))
  if (!manager) return []
  const sentTogether = planCommands(handsets, anchor)
  const commands = sentTogether.flat()
  return [
    {
      client,
      payload_references: [],
      isDone: async (tx) => {
        const found = await tx.db
          .selectFrom('device_commands')
          .select('command_reference')
          .where('client', '=', tx.client)
          .where('command_reference', '=', commands[0]?.command_reference ?? '')
          .executeTakeFirst()
        return found !== undefined
      },
      prepare: async () => async (tx) => {
        await insertRows(
          tx,
          'device_commands',
          commands.map((command) => commandRow(client, manager, command)),
        )
        await insertRows(
          tx,
          'user_activities',
          sentTogether.map((together) => sendingRow(client, manager, together)),
        )
        await insertRows(
          tx,
          'device_activities',
          commands.flatMap((command) => reportRows(client, command)),
        )
      },
    },
  ]
}

const commandRow = (
  client: string,
  { user_reference }: DemoPerson,
  { handset, message, sent_at, acknowledged_at, completed_at, ...command }: PlannedCommand,
) => {
  const { device_reference } = handset
  return {
    ...command,
    client,
    device_reference,
    group: handset.person.group,
    params: JSON.stringify(message === null ? {} : { message }),
    raised_by: user_reference,
    sent_at: new Date(sent_at),
    acknowledged_at: acknowledged_at === null ? null : new Date(acknowledged_at),
    completed_at: completed_at === null ? null : new Date(completed_at),
    updated_at: new Date(completed_at ?? acknowledged_at ?? sent_at),
    updated_by: updaterOf(command.failure, acknowledged_at, user_reference, device_reference),
  }
}

const updaterOf = (failure: string | null, acknowledged_at: number | null, manager: string, device: string): string => {
  if (acknowledged_at !== null) return device
  return failure === null ? manager : 'system'
}

/** The manager's call. */
const sendingRow = (client: string, manager: DemoPerson, together: readonly PlannedCommand[]) => {
  const at = together[0]?.sent_at ?? 0
  const events = together.map(({ command_reference, command, message, handset: { device_reference } }) => ({
    event: 'device_command.sent',
    details: { command_reference, device_reference, command, message },
  }))
  const call: TrailCall = {
    at,
    action: 'devices:command',
    call: 'POST /commands',
    status_code: 200,
    parameters: { client },
    events,
  }
  return userRow(client, manager, call, `commands ${at}`)
}

/** The calls with which a handset reported what it did. */
const reportRows = (client: string, command: PlannedCommand): DeviceActivityRow[] => {
  const { handset, command_reference, state, failure, acknowledged_at, completed_at } = command
  if (acknowledged_at === null) return []
  const report = (at: number, from: string, to: string, message: string | null) =>
    deviceRow(
      client,
      handset,
      {
        at,
        action: 'device',
        call: 'PUT /commands/{command_reference}',
        status_code: 200,
        parameters: { command_reference },
        events: [{ event: 'device_command.updated', details: { command_reference, from, to, message } }],
      },
      `${command_reference} ${to}`,
    )
  return [
    report(acknowledged_at, 'Sent', 'Acknowledged', null),
    ...(completed_at === null ? [] : [report(completed_at, 'Acknowledged', state, failure)]),
  ]
}

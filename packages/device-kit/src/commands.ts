import { type CommandForDevice, type DeviceCommandType, fetchCommands, reportCommandState } from '@holdfast/contract'
import { DeviceCallError } from './device-call-error.ts'
import type { DeviceCalls } from './device-calls.ts'
import { getJson, putJson, type Vault } from './vault.ts'

/** Does what a command says. What it throws is reported as the reason of a failure. May be run again after a crash. */
export type CommandHandler = (command: CommandForDevice) => Promise<void>
/** A command without a handler is reported as Failed. */
export type CommandHandlers = Partial<Record<DeviceCommandType, CommandHandler>>

interface Outcome {
  state: 'Completed' | 'Failed'
  message?: string
}

const maxMessageCharacters = 1000
const recordOf = (command: CommandForDevice) => `commands/${command.command_reference}`

/**
 * Fetches the handset's commands, and for each: acknowledges, does, reports. What came of it is kept until the report
 * has arrived, so that a lost answer does not make the handset do it twice.
 *
 * @returns the commands that were reported as Completed or Failed
 */
export const obeyCommands = async (
  handlers: CommandHandlers,
  vault: Vault,
  calls: DeviceCalls,
): Promise<CommandForDevice[]> => {
  const { items } = await calls.send(fetchCommands)
  for (const command of items) {
    const known = await getJson<Outcome>(vault, recordOf(command))
    if (command.state === 'Sent') await report(command, { state: 'Acknowledged' }, calls)
    const outcome = known ?? (await run(command, handlers[command.command]))
    if (!known) await putJson(vault, recordOf(command), outcome)
    await report(command, outcome, calls)
    await vault.remove(recordOf(command))
  }
  return items
}

const run = async (command: CommandForDevice, handler: CommandHandler | undefined): Promise<Outcome> => {
  if (!handler) return { state: 'Failed', message: `This handset does not know ${command.command}` }
  try {
    await handler(command)
    return { state: 'Completed' }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { state: 'Failed', message: reason.slice(0, maxMessageCharacters) }
  }
}

/** A report that arrived before, or that came after the command's time-out, changes nothing and needs no other. */
const report = async (
  { command_reference }: CommandForDevice,
  body: Outcome | { state: 'Acknowledged' },
  calls: DeviceCalls,
): Promise<void> => {
  try {
    await calls.send(reportCommandState, { params: { command_reference }, body })
  } catch (error) {
    if (!(error instanceof DeviceCallError) || error.code !== 'command.illegal_transition') throw error
  }
}

import { type CommandForDevice, type DeviceCommandType, fetchCommands, reportCommandState } from '@holdfast/contract'
import { DeviceCallError } from './device-call-error.ts'
import type { DeviceCalls } from './device-calls.ts'
import { getJson, type HandsetStorage, putJson } from './handset-storage.ts'

/** Executes a command. The message of an error that it throws is reported as the failure. May run again after a crash. */
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
 * Fetches the handset's commands, and acknowledges, executes and reports each. The outcome is stored until the report has
 * arrived, so that a lost response does not make the handset execute a command twice.
 *
 * @returns the commands that were reported as Completed or Failed
 */
export const runCommands = async (
  handlers: CommandHandlers,
  storage: HandsetStorage,
  calls: DeviceCalls,
): Promise<CommandForDevice[]> => {
  const { items } = await calls.send(fetchCommands)
  for (const command of items) {
    const known = await getJson<Outcome>(storage, recordOf(command))
    if (command.state === 'Sent') await report(command, { state: 'Acknowledged' }, calls)
    const outcome = known ?? (await run(command, handlers[command.command]))
    if (!known) await putJson(storage, recordOf(command), outcome)
    await report(command, outcome, calls)
    await storage.remove(recordOf(command))
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

/** A report that arrived before, or that came after the command's timeout, changes nothing and need not be repeated. */
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

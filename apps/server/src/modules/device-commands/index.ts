import type { Handlers } from '../../core/calls/index.ts'
import type { AnyJob } from '../../core/jobs.ts'
import { fetchCommands } from './fetch-commands.ts'
import { listCommands, listDeviceCommands } from './list-commands.ts'
import { pushCommands } from './push-commands.ts'
import { reportCommandState } from './report-command-state.ts'
import { sendCommand, sendCommands } from './send-commands.ts'
import { timeOutCommands } from './time-out-commands.ts'

export { agedCommands } from './aged-commands.ts'
export { failCommandsOf } from './fail-commands.ts'

export const deviceCommandJobs: readonly AnyJob[] = [timeOutCommands, pushCommands]

export const deviceCommandHandlers = {
  fetchCommands,
  reportCommandState,
  listCommands,
  listDeviceCommands,
  sendCommand,
  sendCommands,
} satisfies Partial<Handlers>

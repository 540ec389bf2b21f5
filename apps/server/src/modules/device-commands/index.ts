import type { Handlers } from '../../core/calls/index.ts'
import { fetchCommands } from './fetch-commands.ts'
import { reportCommandState } from './report-command-state.ts'

export const deviceCommandHandlers = {
  fetchCommands,
  reportCommandState,
} satisfies Partial<Handlers>
